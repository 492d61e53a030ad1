/* Laws of the definition of attention: what is hidden cannot matter, the weighted sum of values is the output. */
#ifndef ATTEST_LOGIC_ATTENTION_LAWS_H
#define ATTEST_LOGIC_ATTENTION_LAWS_H
#include "ref/logic/attention.h"
#include "ref/logic/softmax_laws.h"
/*@ lemma cap_off: \forall real x, cap; !(cap > 0) ==> Cap(x,cap) == x;
    lemma cap_value: \forall real x, cap; cap > 0 ==> Prop(Cap(x,cap), cap, Tanh(x / cap));
    lemma cap_equal: \forall real x, cap, u; cap > 0 ==> u == x / cap ==> Prop(Cap(x,cap), cap, Tanh(u));
    lemma cap_quotient: \forall real x, cap, u; cap > 0 ==> Frac(u,cap,x) ==> u == x / cap &&
      Prop(Cap(x,cap), cap, Tanh(u));
    lemma cap_on: \forall real x, cap, u, y; cap > 0 ==> Frac(u,cap,x) ==> Prop(y,cap,Tanh(u)) ==>
      Prop(Cap(x,cap), cap, Tanh(u)) && y == Cap(x,cap);
    // products with values
    lemma pv_zero: \forall rvec u, v, integer j; at(u,j) == 0 ==> at(pv(u,v),j) == 0;
    lemma pv_prop: \forall rvec u, v, w, real c, integer j; Prop(at(u,j), at(w,j), c) ==>
      Prop(at(pv(u,v),j), at(pv(w,v),j), c);
    lemma pv_prop_sum: \forall rvec u, v, w, real c, integer n;
      (\forall integer j; 0 <= j < n ==> Prop(at(u,j), at(w,j), c)) ==>
      Prop(sum(pv(u,v),n), sum(pv(w,v),n), c);
    lemma expv_values_prop: \forall rvec s, vis, v, real m, m2, integer n;
      Prop(sum(pv(expv(s,vis,m),v),n), sum(pv(expv(s,vis,m2),v),n), D(m2,m));
    // the mean, from one shift, and from the weights
    lemma mean_shift: \forall rvec s, vis, v, integer n, has, real sink, m, m2, r; denom(s,vis,n,has,sink,m) > 0 ==>
      Frac(r, denom(s,vis,n,has,sink,m), sum(pv(expv(s,vis,m),v),n)) ==>
      Prop(denom(s,vis,n,has,sink,m), denom(s,vis,n,has,sink,m2), D(m2,m)) &&
      Prop(sum(pv(expv(s,vis,m),v),n), sum(pv(expv(s,vis,m2),v),n), D(m2,m)) &&
      Frac(r, denom(s,vis,n,has,sink,m2), sum(pv(expv(s,vis,m2),v),n));
    lemma weights_values: \forall rvec s, vis, v, w, integer n, has, real sink, m; Weights(s,vis,n,has,sink,w) ==>
      Prop(sum(pv(expv(s,vis,m),v),n), sum(pv(w,v),n), denom(s,vis,n,has,sink,m));
    lemma weights_none_values: \forall rvec s, vis, v, w, integer n, has, real sink; NoKey(vis,n) ==>
      Weights(s,vis,n,has,sink,w) ==>
      NoKey(w,n) && NoKey(pv(w,v),n) && sum(pv(w,v),n) == 0;
    lemma weights_mean: \forall rvec s, vis, v, w, integer n, has, real sink, r; Weights(s,vis,n,has,sink,w) ==>
      r == sum(pv(w,v),n) ==>
      Mean(s,vis,v,n,has,sink,r);
    axiomatic AgreementOfRows {
      // rows j of A and B agree, d columns, wherever key j is visible
      predicate SameRows(rvec vis, rmat A, rmat B, integer n, integer d);
      axiom SameRows_def: \forall rvec vis, rmat A, B, integer n, d; SameRows(vis,A,B,n,d) <==>
        \forall integer j, c; 0 <= j < n ==> 0 <= c < d ==> at(vis,j) != 0 ==> el(A,j,c) == el(B,j,c);
    }
    lemma samerows_refl: \forall rvec vis, rmat A, integer n, d; SameRows(vis,A,A,n,d);
    lemma samerows_row: \forall rvec vis, rmat A, B, integer n, d, j; SameRows(vis,A,B,n,d) ==> 0 <= j < n ==>
      at(vis,j) != 0 ==>
      Same(row(A,j), row(B,j), d);
    lemma samerows_col: \forall rvec vis, rmat A, B, integer n, d, c; SameRows(vis,A,B,n,d) ==> 0 <= c < d ==>
      SameOn(vis, col(A,c), col(B,c), n);
    lemma values_ext: \forall rvec s, s2, vis, vis2, v, v2, real m, integer n; SameVis(vis,vis2,n) ==>
      SameOn(vis,s,s2,n) ==>
      SameOn(vis,v,v2,n) ==>
      Same(pv(expv(s,vis,m),v), pv(expv(s2,vis2,m),v2), n) &&
        sum(pv(expv(s,vis,m),v),n) == sum(pv(expv(s2,vis2,m),v2),n);
    lemma mean_ext: \forall rvec s, s2, vis, vis2, v, v2, integer n, has, real sink, r;
      SameVis(vis,vis2,n) ==> SameOn(vis,s,s2,n) ==> SameOn(vis,v,v2,n) ==> Mean(s,vis,v,n,has,sink,r) ==>
        Mean(s2,vis2,v2,n,has,sink,r);
    lemma mean_values: \forall rvec s, vis, v, v2, integer n, has, real sink, r; SameOn(vis,v,v2,n) ==>
      Mean(s,vis,v,n,has,sink,r) ==>
      SameVis(vis,vis,n) && SameOn(vis,s,s,n) && Mean(s,vis,v2,n,has,sink,r);
    // what is hidden cannot change the output
    lemma dots_ext: \forall rvec q, q2, rmat K, K2, real scale, integer d, j; Same(q,q2,d) ==>
      Same(row(K,j),row(K2,j),d) ==>
      at(dots(q,K,scale,d),j) == at(dots(q2,K2,scale,d),j);
    lemma score_ext: \forall rvec q, q2, b, b2, rmat K, K2, real scale, cap, integer d, j; Same(q,q2,d) ==>
      Same(row(K,j),row(K2,j),d) ==>
      at(b,j) == at(b2,j) ==> at(scores(q,K,b,scale,cap,d),j) == at(scores(q2,K2,b2,scale,cap,d),j);
    lemma scores_ext: \forall rvec q, q2, vis, b, b2, rmat K, K2, real scale, cap, integer n, d; Same(q,q2,d) ==>
      SameRows(vis,K,K2,n,d) ==>
      SameOn(vis,b,b2,n) ==> SameOn(vis, scores(q,K,b,scale,cap,d), scores(q2,K2,b2,scale,cap,d), n);
    lemma noninterference: \forall rvec q, q2, vis, vis2, b, b2, rmat K, K2, V, V2, real scale, cap, integer has,
      real sink, integer n,
      d, dv, c, real r;
      SameVis(vis,vis2,n) ==> Same(q,q2,d) ==> SameRows(vis,K,K2,n,d) ==> SameRows(vis,V,V2,n,dv) ==>
        SameOn(vis,b,b2,n) ==> 0 <= c < dv ==>
      Attention(q,K,V,vis,b,scale,cap,has,sink,n,d,c,r) ==> Attention(q2,K2,V2,vis2,b2,scale,cap,has,sink,n,d,c,r);
    lemma noninterference_weights: \forall rvec q, q2, vis, vis2, b, b2, w, rmat K, K2, real scale, cap, integer has,
      real sink,
      integer n, d;
      SameVis(vis,vis2,n) ==> Same(q,q2,d) ==> SameRows(vis,K,K2,n,d) ==> SameOn(vis,b,b2,n) ==>
      AttentionWeights(q,K,vis,b,scale,cap,has,sink,n,d,w) ==> AttentionWeights(q2,K2,vis2,b2,scale,cap,has,sink,n,d,w);
    lemma noninterference_lse: \forall rvec q, q2, vis, vis2, b, b2, rmat K, K2, real scale, cap, integer has,
      real sink, integer n, d,
      real y;
      SameVis(vis,vis2,n) ==> Same(q,q2,d) ==> SameRows(vis,K,K2,n,d) ==> SameOn(vis,b,b2,n) ==>
      AttentionLse(q,K,vis,b,scale,cap,has,sink,n,d,y) ==> AttentionLse(q2,K2,vis2,b2,scale,cap,has,sink,n,d,y);
*/
#endif
