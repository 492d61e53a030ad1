/* Scaled dot-product attention: the definition, for one query. */
#ifndef ATTEST_REF_ATTENTION_H
#define ATTEST_REF_ATTENTION_H

#include "ref/logic/problem.h"

/* The output out[d_v] of query i of head (b,h) and its weights w[keys]; the result is its log-sum-exp. vis[keys] is
   scratch. Rows of k and v, and entries of mask and bias, that the query does not see are not read. */
/*@ requires problem: GoodProblem(p) && ReadVectors(p) && IsQuery(p,b,h,i) && ReadQuery(p,b,h,i);
    requires room: RowRoom(p,vis,w,out);
    assigns vis[0 .. p.k.size[2]-1], w[0 .. p.k.size[2]-1], out[0 .. p.v.size[3]-1];
    ensures output: OutputRow{Pre}(p,b,h,i,fvec(out));
    ensures weights: OutputWeights{Pre}(p,b,h,i,fvec(w));
    ensures stochastic: RowStochastic(visible{Pre}(p,b,h,i), p.k.size[2], HasSink(p), fvec(w));
    ensures lse: OutputLse{Pre}(p,b,h,i,\result);
    ensures none: NoKey(visible{Pre}(p,b,h,i),p.k.size[2]) ==> \forall integer c; 0 <= c < p.v.size[3] ==>
      out[c] == RZ; */
double ref_attention_row(attest_problem p, int64_t b, int64_t h, int64_t i, unsigned char *vis, double *w, double *out);

#endif
