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
