/* What attest_problem_check accepts: a good problem, of finite options and sinks, whose tensors can be counted; and an
   answer that attest_reference writes. */
#ifndef ATTEST_LOGIC_CHECK_H
#define ATTEST_LOGIC_CHECK_H
#include "ref/logic/answer.h"
#include "ref/logic/limit.h"
/*@ // the product of the first d sizes
    logic integer Elements(attest_tensor t, integer d) =
      d <= 0 ? 1 : d == 1 ? t.size[0] : d == 2 ? times(t.size[0],t.size[1]) :
      d == 3 ? times(times(t.size[0],t.size[1]),t.size[2])
      : times(times(times(t.size[0],t.size[1]),t.size[2]),t.size[3]);
    // that of the first two cannot exceed it
    predicate Countable(attest_tensor t) = Elements(t,3) <= MaxElements && Elements(t,4) <= MaxElements;
    predicate SizesGood(attest_tensor t) = TensorInRange(t) && Countable(t);
    predicate FiniteSinks{L}(attest_problem p) = p.sink != \null ==> \forall integer h; 0 <= h < p.q.size[1] ==>
      Finite(p.sink[h]);
    predicate Accepted{L}(attest_problem p) = GoodProblem(p) && Countable(p.q) && Countable(p.k) && Countable(p.v) &&
      (p.mask.data != \null ==> Countable(p.mask)) && (p.bias.data != \null ==> Countable(p.bias)) &&
      Finite(p.scale) && Finite(p.softcap) && FiniteSinks(p);
    // what a status other than ATTEST_OK says: which of these is not so
    predicate SizesInRange(attest_tensor t) =
      0 <= t.size[0] <= MaxSize && 0 <= t.size[1] <= MaxSize && 0 <= t.size[2] <= MaxSize && 0 <= t.size[3] <= MaxSize;
    predicate InReach(attest_tensor t) = Countable(t) && Reach(t.size[0],t.stride[0]) && Reach(t.size[1],t.stride[1]) &&
      Reach(t.size[2],t.stride[2]) && Reach(t.size[3],t.stride[3]);
    predicate HasElements(attest_tensor t) = t.size[0] != 0 && t.size[1] != 0 && t.size[2] != 0 && t.size[3] != 0;
    predicate ThereOrEmpty(attest_tensor t) = t.data != \null || !HasElements(t);
    predicate OptionalShaped(attest_tensor t, attest_problem p) = t.data != \null ==>
      SizesInRange(t) && SizesAre(t, p.q.size[0], p.q.size[1], p.q.size[2], p.k.size[2]);
    predicate HeadsDivide(attest_problem p) = p.q.size[1] > 0 && p.k.size[1] > 0 && p.q.size[1] % p.k.size[1] == 0;
    predicate SizesAgree(attest_problem p) = p.q.size[3] > 0 && p.v.size[3] > 0 &&
      SizesAre(p.k, p.q.size[0], p.k.size[1], p.k.size[2], p.q.size[3]) &&
      SizesAre(p.v, p.q.size[0], p.k.size[1], p.k.size[2], p.v.size[3]);
    predicate Present(attest_problem p) = ThereOrEmpty(p.q) && ThereOrEmpty(p.k) && ThereOrEmpty(p.v);
    predicate Typed(attest_problem p) = IsReal(p.q.dtype) && IsReal(p.k.dtype) && IsReal(p.v.dtype) &&
      (p.bias.data != \null ==> IsReal(p.bias.dtype)) && (p.mask.data != \null ==> p.mask.dtype == ATTEST_BOOL);
    predicate ProblemShaped{L}(attest_problem p) = SizesInRange(p.q) && SizesInRange(p.k) && SizesInRange(p.v) &&
      SizesAgree(p) && OptionalShaped(p.mask,p) && OptionalShaped(p.bias,p) && GoodLengths(p);
    predicate Counted(attest_problem p) = InReach(p.q) && InReach(p.k) && InReach(p.v) && CountableOutputs(p) &&
      (p.mask.data != \null ==> InReach(p.mask)) && (p.bias.data != \null ==> InReach(p.bias));
    predicate FiniteOptions(attest_problem p) = GoodOptions(p) && Finite(p.scale) && Finite(p.softcap);
    predicate Says{L}(integer status, attest_problem p) =
      (status == ATTEST_BAD_POINTER && !Present(p)) || (status == ATTEST_BAD_DTYPE && !Typed(p)) ||
      (status == ATTEST_BAD_SHAPE && !ProblemShaped(p)) || (status == ATTEST_BAD_HEADS && !HeadsDivide(p)) ||
      (status == ATTEST_TOO_LARGE && !Counted(p)) ||
      (status == ATTEST_BAD_OPTION && !(FiniteOptions(p) && FiniteSinks(p))) || (status == ATTEST_OK && Accepted(p));
    // kv_len and sink are read once the sizes are found good, which say how long they are
    predicate ReadVectorsOfSizes{L}(attest_problem p) =
      Operand(p.q) && Operand(p.k) && Operand(p.v) && GoodSizes(p) ==> ReadVectors(p);
    // an output without gaps; the stride of an axis counts only where it has several entries
    predicate Contiguous(attest_output o) =
      o.size[0] == 0 || o.size[1] == 0 || o.size[2] == 0 || o.size[3] == 0 ||
      ((o.size[3] > 1 ==> o.stride[3] == 1) && (o.size[2] > 1 ==> o.stride[2] == o.size[3]) &&
       (o.size[1] > 1 ==> o.stride[1] == times(o.size[2],o.size[3])) &&
       (o.size[0] > 1 ==> o.stride[0] == times(times(o.size[1],o.size[2]),o.size[3])));
    predicate Shaped(attest_output o, attest_problem p, integer columns) = o.size[0] == p.q.size[0] &&
      o.size[1] == p.q.size[1] && o.size[2] == p.q.size[2] && o.size[3] == columns && Contiguous(o);
    // out is there unless it has no element
    predicate OutMissing(attest_problem p, attest_answer a) = a.out.data == \null && p.q.size[0] != 0 && p.q.size[2] !=
      0;
    predicate AnswerDoubles(attest_answer a) = a.out.dtype == ATTEST_F64 &&
      (a.lse.data != \null ==> a.lse.dtype == ATTEST_F64) && (a.weights.data != \null ==> a.weights.dtype ==
        ATTEST_F64);
    predicate AnswerShaped(attest_problem p, attest_answer a) = Shaped(a.out,p,p.v.size[3]) &&
      (a.lse.data != \null ==> Shaped(a.lse,p,1)) && (a.weights.data != \null ==> Shaped(a.weights,p,p.k.size[2]));
    predicate AnswerGood(attest_problem p, attest_answer a) = !OutMissing(p,a) && AnswerDoubles(a) && AnswerShaped(p,a);
    // what attest_reference does not refuse, and the workspace with which it does not: nine bytes a key
    predicate Described{L}(attest_problem *p, attest_answer *a) = p != \null && a != \null && Accepted(*p) &&
      AnswerGood(*p,*a);
    predicate Computable{L}(attest_problem *p, attest_answer *a, void *workspace, integer bytes) =
      Described(p,a) && (workspace != \null || p->k.size[2] == 0) && 9 * p->k.size[2] <= bytes;
*/
#endif
