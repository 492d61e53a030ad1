/* Scaled dot-product attention: the definition, for one query. */
#ifndef ATTEST_REF_ATTENTION_H
#define ATTEST_REF_ATTENTION_H

#include "ref/logic/problem.h"

/* The output out[d_v] of query i of head (b,h) and its weights w[keys]; the result is its log-sum-exp. vis[keys] is
  scratch.
   Rows of k and v, and entries of mask and bias, that the query does not see are not read. */
/*@ requires problem: GoodProblem(p) && ReadVectors(p) && IsQuery(p,b,h,i);
    requires readable: ReadQuery(p,b,h,i);
    requires writable: \valid(vis + (0 .. p.k.size[2]-1)) && \valid(w + (0 .. p.k.size[2]-1)) &&
      \valid(out + (0 .. p.v.size[3]-1));
    requires apart: \separated(vis + (0 .. p.k.size[2]-1), w + (0 .. p.k.size[2]-1), out + (0 .. p.v.size[3]-1));
    requires apart_problem: ApartMask(vis,p.k.size[2],p) && ApartProblem(w,p.k.size[2],p) &&
      ApartProblem(out,p.v.size[3],p);
    assigns vis[0 .. p.k.size[2]-1], w[0 .. p.k.size[2]-1], out[0 .. p.v.size[3]-1];
    ensures output: \forall integer c; 0 <= c < p.v.size[3] ==> Output{Pre}(p,b,h,i,c,out[c]);
    ensures weights: OutputWeights{Pre}(p,b,h,i,fvec(w));
    ensures lse: OutputLse{Pre}(p,b,h,i,\result);
    ensures hidden: \forall integer j; 0 <= j < p.k.size[2] ==> at(visible{Pre}(p,b,h,i),j) == 0 ==> w[j] == RZ;
    ensures range: \forall integer j; 0 <= j < p.k.size[2] ==> 0 <= w[j] <= 1;
    ensures total: sum(fvec(w),p.k.size[2]) <= 1;
    ensures total_one: SomeKey(visible{Pre}(p,b,h,i),p.k.size[2]) ==> p.sink == \null ==> sum(fvec(w),p.k.size[2]) == 1;
    ensures none: NoKey(visible{Pre}(p,b,h,i),p.k.size[2]) ==> \forall integer c; 0 <= c < p.v.size[3] ==> out[c] == RZ;
      */
double ref_attention_row(attest_problem p, int64_t b, int64_t h, int64_t i, unsigned char *vis, double *w, double *out);

#endif
