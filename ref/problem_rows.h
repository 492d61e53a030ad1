/* Every row of a head of a problem. */
#ifndef ATTEST_REF_PROBLEM_ROWS_H
#define ATTEST_REF_PROBLEM_ROWS_H

#include "ref/matrix.h"
#include "ref/outputs.h"

/* Head (b,h), over keys k and values v, to the outputs of the head. */
/*@ requires problem: ReadableProblem(p) && GoodProblem(p);
    requires head: 0 <= b < p->q.size[0] && 0 <= h < p->q.size[1];
    requires readable: \forall integer i; 0 <= i < p->q.size[2] ==> ReadRowOf(p,b,h,i);
    requires reach_k: Reach(p->k.size[2],k.row) && Reach(p->q.size[3],k.col);
    requires reach_v: Reach(p->k.size[2],v.row) && Reach(p->v.size[3],v.col);
    requires seen: \forall integer i, j; 0 <= i < p->q.size[2] ==> 0 <= j < p->k.size[2] ==>
      at(visible(p,b,h,i),j) != 0 ==>
      ReadRow(k,j,p->q.size[3]) && ReadRow(v,j,p->v.size[3]);
    requires writable: ValidOutputs(p,o,p->q.size[2]) && \valid(work + (0 .. RowWork(p)-1)) &&
      \valid(vis + (0 .. p->k.size[2]-1));
    requires apart: ApartOutputs(p,o,p->q.size[2],work,RowWork(p),vis);
    requires apart_inputs: ApartInputs(p,o,p->q.size[2],work,RowWork(p));
    requires apart_k: ApartMatrix(p,o,p->q.size[2],work,RowWork(p),k,p->k.size[2],p->q.size[3]);
    requires apart_v: ApartMatrix(p,o,p->q.size[2],work,RowWork(p),v,p->k.size[2],p->v.size[3]);
    requires apart_mask: p->mask.data != \null ==> ApartFlags(vis,p->k.size[2],&p->mask);
    assigns work[0 .. RowWork(p)-1], vis[0 .. p->k.size[2]-1], o.out[0 .. times(p->q.size[2],p->v.size[3])-1],
      o.lse[0 .. span(o.lse,p->q.size[2])-1], o.weights[0 .. span(o.weights,times(p->q.size[2],p->k.size[2]))-1];
    ensures output: \forall integer i, c; 0 <= i < p->q.size[2] ==> 0 <= c < p->v.size[3] ==>
      RowOutput{Pre}(p,mat{Pre}(k),mat{Pre}(v),b,h,i,c,el(fmat(o.out,p->v.size[3]),i,c));
    ensures lse: o.lse != \null ==> \forall integer i; 0 <= i < p->q.size[2] ==>
      RowLse{Pre}(p,mat{Pre}(k),b,h,i,at(fvec(o.lse),i));
    ensures weights: o.weights != \null ==> \forall integer i; 0 <= i < p->q.size[2] ==>
      RowWeights{Pre}(p,mat{Pre}(k),b,h,i,row(fmat(o.weights,p->k.size[2]),i)); */
void ref_attend_rows(const attest_problem *p, int64_t b, int64_t h, ref_matrix k, ref_matrix v, ref_outputs o,
                     double *work, unsigned char *vis);

#endif
