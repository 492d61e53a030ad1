/* The definition of attention, for one query. No memory here.
   q: query, K: keys, V: values, vis: not 0 where a key is visible, b: bias, n keys of d columns, column c of the
   output. */
#ifndef ATTEST_LOGIC_ATTENTION_H
#define ATTEST_LOGIC_ATTENTION_H
#include "ref/logic/softmax.h"
/*@ axiomatic Scores {
      logic real Cap(real x, real cap);                       // the softcap
      axiom Cap_def: \forall real x, cap; Cap(x,cap) == (cap > 0 ? cap * Tanh(x / cap) : x);
      logic rvec dots(rvec q, rmat K, real scale, integer d); // j -> scale * q.k_j
      axiom dots_at: \forall rvec q, rmat K, real scale, integer d, j;
        Prop(at(dots(q,K,scale,d), j), sum(pv(q,row(K,j)),d), scale);
      logic rvec scores(rvec q, rmat K, rvec b, real scale, real cap, integer d);
      axiom scores_at: \forall rvec q, rmat K, rvec b, real scale, cap, integer d, j;
        at(scores(q,K,b,scale,cap,d), j) == Cap(at(dots(q,K,scale,d), j), cap) + at(b,j);
    }
    axiomatic WeightedMean {
      // r is sum_j exp(s_j - m) v_j over the denominator, whatever the shift m; 0 where no key is visible
      predicate Mean(rvec s, rvec vis, rvec v, integer n, integer has, real sink, real r);
      axiom Mean_def: \forall rvec s, vis, v, integer n, has, real sink, r; Mean(s,vis,v,n,has,sink,r) <==>
        (NoKey(vis,n) ==> r == RZ) &&
        (SomeKey(vis,n) ==> \forall real m; Frac(r, denom(s,vis,n,has,sink,m), sum(pv(expv(s,vis,m),v),n)));
    }
    axiomatic Attention {
      // r is column c of the output
      predicate Attention(rvec q, rmat K, rmat V, rvec vis, rvec b, real scale, real cap, integer has, real sink,
        integer n, integer d,
                          integer c, real r);
      axiom Attention_def: \forall rvec q, rmat K, V, rvec vis, b, real scale, cap, integer has, real sink, integer n,
        d, c, real r;
        Attention(q,K,V,vis,b,scale,cap,has,sink,n,d,c,r) <==>
          Mean(scores(q,K,b,scale,cap,d),vis,col(V,c),n,has,sink,r);
      // y is the output, d_v columns
      predicate AttentionRow(rvec q, rmat K, rmat V, rvec vis, rvec b, real scale, real cap, integer has, real sink,
        integer n, integer d, integer d_v, rvec y);
      axiom AttentionRow_def: \forall rvec q, rmat K, V, rvec vis, b, real scale, cap, integer has, real sink,
        integer n, d, d_v, rvec y; AttentionRow(q,K,V,vis,b,scale,cap,has,sink,n,d,d_v,y) <==>
          \forall integer c; 0 <= c < d_v ==> Attention(q,K,V,vis,b,scale,cap,has,sink,n,d,c,at(y,c));
      predicate AttentionWeights(rvec q, rmat K, rvec vis, rvec b, real scale, real cap, integer has, real sink,
        integer n, integer d,
      rvec w);
      axiom AttentionWeights_def: \forall rvec q, rmat K, rvec vis, b, real scale, cap, integer has, real sink,
        integer n, d, rvec w;
        AttentionWeights(q,K,vis,b,scale,cap,has,sink,n,d,w) <==> Weights(scores(q,K,b,scale,cap,d),vis,n,has,sink,w);
      predicate AttentionLse(rvec q, rmat K, rvec vis, rvec b, real scale, real cap, integer has, real sink, integer n,
        integer d, real y);
      axiom AttentionLse_def: \forall rvec q, rmat K, rvec vis, b, real scale, cap, integer has, real sink, integer n,
        d, real y;
        AttentionLse(q,K,vis,b,scale,cap,has,sink,n,d,y) <==> Lse(scores(q,K,b,scale,cap,d),vis,n,has,sink,y);
    }
*/
#endif
