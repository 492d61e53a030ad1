/* Attention over batches and heads of tensors of any element type. */
#ifndef ATTEST_REF_PROBLEM_H
#define ATTEST_REF_PROBLEM_H

#include "attest.h"

#include "ref/logic/problem.h"

/* Workspace, in doubles, of a problem that attest_problem_check accepts, in *doubles; the visibility row of keys bytes
   comes after. ATTEST_TOO_LARGE if it exceeds ATTEST_MAX_ELEMENTS. */
/*@ requires problem: \valid_read(p) && GoodProblem(p);
    requires writable: \valid(doubles);
    requires apart: \separated(doubles, p);
    assigns *doubles;
    ensures status: \result == (WorkSize{Pre}(p) <= MaxElements ? ATTEST_OK : ATTEST_TOO_LARGE);
    ensures doubles: \result == ATTEST_OK ==> *doubles == WorkSize{Pre}(p) && 0 <= *doubles <= MaxElements;
    ensures unchanged: \result != ATTEST_OK ==> *doubles == \old(*doubles); */
attest_status ref_attention_doubles(const attest_problem *p, int64_t *doubles);

/* attest_reference without its checks: p passes attest_problem_check; work holds ref_attention_doubles(p) doubles, vis
   p->k.size[2] bytes. Row i of head h of batch b is row (b*q_heads + h)*q_len + i of out (d_v columns), of lse and of
   weights (keys columns). Rows of an F64 k or v that no query sees are not read. */
/*@ requires problem: ReadableProblem(p) && GoodProblem(p);
    requires readable: ReadTensors(p);
    requires writable: \valid(out + (0 .. times(Rows(p),p->v.size[3])-1)) && \valid(lse + (0 .. span(lse,Rows(p))-1)) &&
      \valid(weights + (0 .. span(weights,times(Rows(p),p->k.size[2]))-1)) && \valid(work + (0 .. WorkSize(p)-1)) &&
      \valid(vis + (0 .. p->k.size[2]-1));
    requires apart: \separated(out + (0 .. times(Rows(p),p->v.size[3])-1), lse + (0 .. span(lse,Rows(p))-1),
      weights + (0 .. span(weights,times(Rows(p),p->k.size[2]))-1), work + (0 .. WorkSize(p)-1),
        vis + (0 .. p->k.size[2]-1));
    requires apart_problem: ApartProblem(out,times(Rows(p),p->v.size[3]),p) && ApartProblem(lse,span(lse,Rows(p)),p) &&
      ApartProblem(weights,span(weights,times(Rows(p),p->k.size[2])),p) && ApartProblem(work,WorkSize(p),p);
    requires apart_flags: \separated(vis + (0 .. p->k.size[2]-1), p) &&
      (p->mask.data != \null ==> ApartFlags(vis,p->k.size[2],&p->mask));
    assigns out[0 .. times(Rows(p),p->v.size[3])-1], lse[0 .. span(lse,Rows(p))-1],
      weights[0 .. span(weights,times(Rows(p),p->k.size[2]))-1], work[0 .. WorkSize(p)-1], vis[0 .. p->k.size[2]-1];
    ensures output: \forall integer b, h, i, c; 0 <= b < p->q.size[0] ==> 0 <= h < p->q.size[1] ==>
      0 <= i < p->q.size[2] ==>
      0 <= c < p->v.size[3] ==> ProblemOutput{Pre}(p,b,h,i,c,el(fmat(out,p->v.size[3]),RowNumber{Pre}(p,b,h,i),c));
    ensures lse: lse != \null ==> \forall integer b, h, i; 0 <= b < p->q.size[0] ==> 0 <= h < p->q.size[1] ==>
      0 <= i < p->q.size[2] ==>
      ProblemLse{Pre}(p,b,h,i,at(fvec(lse),RowNumber{Pre}(p,b,h,i)));
    ensures weights: weights != \null ==> \forall integer b, h, i; 0 <= b < p->q.size[0] ==> 0 <= h < p->q.size[1] ==>
      0 <= i < p->q.size[2] ==> ProblemWeights{Pre}(p,b,h,i,row(fmat(weights,p->k.size[2]),RowNumber{Pre}(p,b,h,i))); */
void ref_attention(const attest_problem *p, double *out, double *lse, double *weights, double *work,
                   unsigned char *vis);

#endif
