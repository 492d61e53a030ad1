/* Attention of every query of a problem. */
#ifndef ATTEST_REF_PROBLEM_H
#define ATTEST_REF_PROBLEM_H

#include "ref/logic/answer.h"

/* The answers, row after row: query i of head h of batch b is row (b*q_heads + h)*q_len + i of out (d_v columns) and,
   where they are not NULL, of lse and of weights (keys columns). w[keys] and vis[keys] are scratch. p passes
   attest_problem_check. */
/*@ requires problem: GoodProblem(p) && ReadVectors(p);
    requires readable: \forall integer b, h, i; IsQuery(p,b,h,i) ==> ReadQuery(p,b,h,i);
    requires writable: WritableAnswers(p,out,lse,weights,w,vis);
    requires apart: ApartCall(p,out,lse,weights,w,vis);
    assigns out[0 .. OutSize(p)-1], lse[0 .. LseSize(p,lse)-1], weights[0 .. WeightsSize(p,weights)-1],
      w[0 .. p.k.size[2]-1], vis[0 .. p.k.size[2]-1];
    ensures answered: \forall integer b, h, i; IsQuery(p,b,h,i) ==> Answered{Pre,Post}(p,out,lse,weights,b,h,i); */
void ref_attention(attest_problem p, double *out, double *lse, double *weights, double *w, unsigned char *vis);

#endif
