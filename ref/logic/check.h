/* What attest_problem_check accepts: a good problem, of finite options and sinks, whose tensors can be counted. */
#ifndef ATTEST_LOGIC_CHECK_H
#define ATTEST_LOGIC_CHECK_H
#include "ref/logic/limit.h"
#include "ref/logic/problem.h"
/*@ // the product of the first d sizes
    logic integer Elements{L}(attest_tensor *t, integer d) =
      d <= 0 ? 1 : d == 1 ? t->size[0] : d == 2 ? times(t->size[0],t->size[1]) : d == 3 ? times(times(t->size[0],t->size[1]),t->size[2])
      : times(times(times(t->size[0],t->size[1]),t->size[2]),t->size[3]);
    // that of the first two cannot exceed it
    predicate Countable{L}(attest_tensor *t) = Elements(t,3) <= MaxElements && Elements(t,4) <= MaxElements;
    predicate SizesGood{L}(attest_tensor *t) = TensorInRange(t) && Countable(t);
    predicate FiniteSinks{L}(attest_problem *p) = p->sink != \null ==> \forall integer h; 0 <= h < p->q.size[1] ==> Finite(p->sink[h]);
    predicate Accepted{L}(attest_problem *p) = GoodProblem(p) && Countable(&p->q) && Countable(&p->k) && Countable(&p->v) &&
      (p->mask.data != \null ==> Countable(&p->mask)) && (p->bias.data != \null ==> Countable(&p->bias)) &&
      Finite(p->scale) && Finite(p->softcap) && FiniteSinks(p);
    // workspace: doubles, then a byte a key
    logic integer WorkBytes{L}(attest_problem *p) = 8 * WorkSize(p) + p->k.size[2];
    // THE ANSWER, written at L, of the problem at K
    predicate Outputs{K,L}(attest_problem *p, double *out) = \forall integer b, h, i, c; 0 <= b < \at(p->q.size[0],K) ==>
      0 <= h < \at(p->q.size[1],K) ==> 0 <= i < \at(p->q.size[2],K) ==> 0 <= c < \at(p->v.size[3],K) ==>
      ProblemOutput{K}(p,b,h,i,c,el(fmat{L}(out,\at(p->v.size[3],K)),RowNumber{K}(p,b,h,i),c));
    predicate OutputsLse{K,L}(attest_problem *p, double *lse) = lse != \null ==> \forall integer b, h, i; 0 <= b < \at(p->q.size[0],K) ==>
      0 <= h < \at(p->q.size[1],K) ==> 0 <= i < \at(p->q.size[2],K) ==> ProblemLse{K}(p,b,h,i,at(fvec{L}(lse),RowNumber{K}(p,b,h,i)));
    predicate OutputsWeights{K,L}(attest_problem *p, double *weights) = weights != \null ==> \forall integer b, h, i;
      0 <= b < \at(p->q.size[0],K) ==> 0 <= h < \at(p->q.size[1],K) ==> 0 <= i < \at(p->q.size[2],K) ==>
      ProblemWeights{K}(p,b,h,i,row(fmat{L}(weights,\at(p->k.size[2],K)),RowNumber{K}(p,b,h,i)));
    // what attest_reference does not refuse
    predicate Computable{L}(attest_problem *p, double *out, void *workspace, integer bytes) =
      p != \null && Accepted(p) && WorkSize(p) <= MaxElements && out != \null && (workspace != \null || WorkBytes(p) == 0) &&
      WorkBytes(p) <= bytes;
*/
#endif
