/* The keys and values that a head of a problem attends to, as matrices in binary64. */
#ifndef ATTEST_REF_PROBLEM_KEYS_H
#define ATTEST_REF_PROBLEM_KEYS_H

#include "attest.h"

#include "ref/logic/problem.h"
#include "ref/logic/separate_ranges.h"
#include "ref/matrix.h"

/* The keys and values of a kv head. */
typedef struct {
  ref_matrix k, v;
} ref_keys_values;

/* The keys and values of head (b,h), which are those of its kv head: the answers that they give are those of the
   problem. */
/*@ requires problem: ReadableProblem(p) && GoodProblem(p);
    requires head: 0 <= b < p->q.size[0] && 0 <= h < p->q.size[1];
    requires readable: ReadTensors(p);
    requires writable: \valid(copies + (0 .. HeadWork(p)-1));
    requires apart: ApartProblem(copies,HeadWork(p),p);
    assigns copies[0 .. HeadWork(p)-1];
    ensures problem: GoodProblem(p);
    ensures reach_k: Reach(p->k.size[2],\result.k.row) && Reach(p->q.size[3],\result.k.col);
    ensures reach_v: Reach(p->k.size[2],\result.v.row) && Reach(p->v.size[3],\result.v.col);
    ensures readable: \forall integer i, j; 0 <= i < p->q.size[2] ==> 0 <= j < p->k.size[2] ==>
      at(visible(p,b,h,i),j) != 0 ==>
      ReadRow(\result.k,j,p->q.size[3]) && ReadRow(\result.v,j,p->v.size[3]);
    ensures apart: \forall double *x, integer m; ApartProblem(x,m,p) ==>
      \separated(x + (0 .. m-1), copies + (0 .. HeadWork(p)-1)) ==>
      OffMat(x,m,\result.k,p->k.size[2],p->q.size[3]) && OffMat(x,m,\result.v,p->k.size[2],p->v.size[3]);
    ensures output: \forall integer i, c, real y; 0 <= i < p->q.size[2] ==> 0 <= c < p->v.size[3] ==>
      RowOutput(p,mat(\result.k),mat(\result.v),b,h,i,c,y) ==> ProblemOutput{Pre}(p,b,h,i,c,y);
    ensures lse: \forall integer i, real y; 0 <= i < p->q.size[2] ==> RowLse(p,mat(\result.k),b,h,i,y) ==>
      ProblemLse{Pre}(p,b,h,i,y);
    ensures weights: \forall integer i, rvec w; 0 <= i < p->q.size[2] ==> Same(w,w,p->k.size[2]) ==>
      RowWeights(p,mat(\result.k),b,h,i,w) ==> ProblemWeights{Pre}(p,b,h,i,w); */
ref_keys_values ref_keys_values_for(const attest_problem *p, int64_t b, int64_t h, double *copies);

#endif
