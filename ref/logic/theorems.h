/* Theorems about the definition of attention that no C file of ref/ needs, so none includes this file. Names as in
   ref/logic/attention.h. */
#ifndef ATTEST_LOGIC_THEOREMS_H
#define ATTEST_LOGIC_THEOREMS_H
#include "ref/logic/attention_laws.h"
#include "ref/logic/problem.h"
/*@ // UNIQUENESS: the definition determines the weights, the output and the log-sum-exp
    lemma weights_entry: \forall rvec s, vis, w, w2, integer n, has, j, real sink; Weights(s,vis,n,has,sink,w) ==>
      Weights(s,vis,n,has,sink,w2) ==> 0 <= j < n ==> (at(vis,j) == 0 || denom(s,vis,n,has,sink,RZ) > 0) &&
      at(w,j) == at(w2,j);
    lemma weights_unique: \forall rvec s, vis, w, w2, integer n, has, real sink; Weights(s,vis,n,has,sink,w) ==>
      Weights(s,vis,n,has,sink,w2) ==> Same(w,w2,n);
    lemma mean_unique: \forall rvec s, vis, v, integer n, has, real sink, r, r2; Mean(s,vis,v,n,has,sink,r) ==>
      Mean(s,vis,v,n,has,sink,r2) ==> (NoKey(vis,n) || denom(s,vis,n,has,sink,RZ) > 0) && r == r2;
    lemma lse_unique: \forall rvec s, vis, integer n, has, real sink, y, y2; SomeKey(vis,n) || has != 0 ==>
      Lse(s,vis,n,has,sink,y) ==> Lse(s,vis,n,has,sink,y2) ==> D(y2,y) == denom(s,vis,n,has,sink,y) &&
      D(y,y) == denom(s,vis,n,has,sink,y) && y == y2;
    lemma attention_unique: \forall rvec q, vis, b, rmat K, V, real scale, cap, integer has, real sink, integer n, d, c,
      real r, r2;
      Attention(q,K,V,vis,b,scale,cap,has,sink,n,d,c,r) ==> Attention(q,K,V,vis,b,scale,cap,has,sink,n,d,c,r2) ==>
        r == r2;
    lemma attention_none: \forall rvec q, vis, b, rmat K, V, real scale, cap, integer has, real sink, integer n, d, c,
      real r;
      NoKey(vis,n) ==> Attention(q,K,V,vis,b,scale,cap,has,sink,n,d,c,r) ==> r == RZ;

    // CONVEX HULL: the output lies among the visible values; with a sink, among those and zero
    predicate AtMost(rvec vis, rvec v, integer n, real b) = \forall integer j; 0 <= j < n ==> at(vis,j) != 0 ==>
      at(v,j) <= b;
    predicate AtLeast(rvec vis, rvec v, integer n, real b) = \forall integer j; 0 <= j < n ==> at(vis,j) != 0 ==>
      at(v,j) >= b;
    axiomatic ScaledVector {
      logic rvec scaled(rvec u, real b);                      // j -> u_j b
      axiom scaled_at: \forall rvec u, real b, integer j; Prop(at(scaled(u,b),j), at(u,j), b);
    }
    lemma scaled_sum: \forall rvec u, real b, integer n; Prop(sum(scaled(u,b),n), sum(u,n), b);
    lemma prop_order: \forall real p, q, u, v, b; Prop(p,u,v) ==> Prop(q,u,b) ==> u >= 0 ==> (v <= b ==> p <= q) &&
      (v >= b ==> p >= q);
    lemma hull_high_term: \forall rvec s, vis, v, real m, b, integer j; (at(vis,j) != 0 ==> at(v,j) <= b) ==>
      at(pv(expv(s,vis,m),v),j) <= at(scaled(expv(s,vis,m),b),j);
    lemma hull_low_term: \forall rvec s, vis, v, real m, b, integer j; (at(vis,j) != 0 ==> at(v,j) >= b) ==>
      at(pv(expv(s,vis,m),v),j) >= at(scaled(expv(s,vis,m),b),j);
    lemma hull_high_sum: \forall rvec s, vis, v, real m, b, integer n; AtMost(vis,v,n,b) ==>
      sum(pv(expv(s,vis,m),v),n) <= sum(scaled(expv(s,vis,m),b),n);
    lemma hull_low_sum: \forall rvec s, vis, v, real m, b, integer n; AtLeast(vis,v,n,b) ==>
      sum(pv(expv(s,vis,m),v),n) >= sum(scaled(expv(s,vis,m),b),n);
    lemma frac_high: \forall real r, Z, S, T, T2, b; Frac(r,Z,T) ==> Prop(T2,S,b) ==> T <= T2 ==> 0 < Z ==> S <= Z ==>
      (S == Z || b >= 0) ==> r <= b;
    lemma frac_low: \forall real r, Z, S, T, T2, b; Frac(r,Z,T) ==> Prop(T2,S,b) ==> T >= T2 ==> 0 < Z ==> S <= Z ==>
      (S == Z || b <= 0) ==> r >= b;
    lemma hull_high: \forall rvec s, vis, v, real b, integer n, has, real sink, r; Mean(s,vis,v,n,has,sink,r) ==>
      SomeKey(vis,n) ==>
      AtMost(vis,v,n,b) ==> (has == 0 || b >= 0) ==> Prop(sum(scaled(expv(s,vis,RZ),b),n), sum(expv(s,vis,RZ),n), b) &&
        r <= b;
    lemma hull_low: \forall rvec s, vis, v, real b, integer n, has, real sink, r; Mean(s,vis,v,n,has,sink,r) ==>
      SomeKey(vis,n) ==>
      AtLeast(vis,v,n,b) ==> (has == 0 || b <= 0) ==> Prop(sum(scaled(expv(s,vis,RZ),b),n), sum(expv(s,vis,RZ),n), b) &&
        r >= b;
    lemma attention_hull: \forall rvec q, vis, b, rmat K, V, real scale, cap, integer has, real sink, integer n, d, c,
      real r, low, high;
      Attention(q,K,V,vis,b,scale,cap,has,sink,n,d,c,r) ==> SomeKey(vis,n) ==> AtLeast(vis,col(V,c),n,low) ==>
      AtMost(vis,col(V,c),n,high) ==>
      (has == 0 || low <= 0 <= high) ==> low <= r <= high;

    // NON-INTERFERENCE: queries that agree on what is visible have the same output, whatever the rest holds
    predicate SameSight(place r, rvec mask, rvec mask2, rvec b, rvec b2, integer n) = \forall integer j;
      0 <= j < n ==> Shown(r,j) ==>
      (at(mask,j) != 0 <==> at(mask2,j) != 0) && (at(mask,j) != 0 ==> at(b,j) == at(b2,j));
    lemma sight_visible: \forall place r, rvec mask, mask2, b, b2, integer n; SameSight(r,mask,mask2,b,b2,n) ==>
      SameVis(shown(r,mask,b),shown(r,mask2,b2),n) && SameOn(shown(r,mask,b),b,b2,n);
    lemma query_noninterference: \forall place r, rvec q, q2, mask, mask2, b, b2, rmat K, K2, V, V2, real scale, cap,
      integer has,
      real sink,
      integer n, d, dv, c, real y, y2; SameSight(r,mask,mask2,b,b2,n) ==> Same(q,q2,d) ==>
      SameRows(shown(r,mask,b),K,K2,n,d) ==> SameRows(shown(r,mask,b),V,V2,n,dv) ==> 0 <= c < dv ==>
      Attention(q,K,V,shown(r,mask,b),b,scale,cap,has,sink,n,d,c,y) ==>
      Attention(q2,K2,V2,shown(r,mask2,b2),b2,scale,cap,has,sink,n,d,c,y2) ==>
      SameVis(shown(r,mask,b),shown(r,mask2,b2),n) && SameOn(shown(r,mask,b),b,b2,n) &&
      Attention(q2,K2,V2,shown(r,mask2,b2),b2,scale,cap,has,sink,n,d,c,y) && y == y2;
    // the same of a query of a problem in two states of memory
    predicate AgreeOnSeen{K,L}(attest_problem p, integer b, integer h, integer i) =
      Same(row(tmat{K}(p.q,b,h),i), row(tmat{L}(p.q,b,h),i), p.q.size[3]) && Place{K}(p,b,i) == Place{L}(p,b,i) &&
      Sink{K}(p,h) == Sink{L}(p,h) &&
      SameSight(Place{K}(p,b,i), masks{K}(p,b,h,i), masks{L}(p,b,h,i), biases{K}(p,b,h,i), biases{L}(p,b,h,i),
        p.k.size[2]) &&
      SameRows(visible{K}(p,b,h,i), KeysOf{K}(p,b,h), KeysOf{L}(p,b,h), p.k.size[2], p.q.size[3]) &&
      SameRows(visible{K}(p,b,h,i), ValuesOf{K}(p,b,h), ValuesOf{L}(p,b,h), p.k.size[2], p.v.size[3]);
    // (proofs/wp/base.c proves that outputs then agree: WP can't take a problem in a lemma)

    // CAUSALITY: no key after the query's place can change its output
    predicate Causal(place r, integer pos) = \forall integer j; Shown(r,j) ==> j <= pos;
    predicate SameUpTo(rmat A, rmat B, integer n, integer d, integer pos) = \forall integer j, c; 0 <= j < n ==>
      j <= pos ==> 0 <= c < d ==> el(A,j,c) == el(B,j,c);
    predicate SameEntriesUpTo(rvec a, rvec b, integer n, integer pos) = \forall integer j; 0 <= j < n ==> j <= pos ==>
      at(a,j) == at(b,j);
    lemma causal_place: \forall integer kv_len, causal, windowed, left, right, pos; causal != 0 ==>
      Causal(place_of(kv_len,causal,windowed,left,right,pos), pos);
    lemma causal_hides: \forall place r, rvec mask, b, integer pos, j; Causal(r,pos) ==> j > pos ==>
      at(shown(r,mask,b),j) == 0;
    lemma causal_rows: \forall place r, rvec mask, b, rmat A, B, integer n, d, pos; Causal(r,pos) ==>
      SameUpTo(A,B,n,d,pos) ==> SameRows(shown(r,mask,b),A,B,n,d);
    lemma causal_sight: \forall place r, rvec mask, mask2, b, b2, integer n, pos; Causal(r,pos) ==>
      SameEntriesUpTo(mask,mask2,n,pos) ==> SameEntriesUpTo(b,b2,n,pos) ==> SameSight(r,mask,mask2,b,b2,n);
    lemma causality: \forall place r, rvec q, mask, mask2, b, b2, rmat K, K2, V, V2, real scale, cap, integer has,
      real sink, integer n, d, dv, c, pos, real y, y2; Causal(r,pos) ==> SameUpTo(K,K2,n,d,pos) ==>
      SameUpTo(V,V2,n,dv,pos) ==> SameEntriesUpTo(mask,mask2,n,pos) ==> SameEntriesUpTo(b,b2,n,pos) ==> 0 <= c < dv ==>
      Attention(q,K,V,shown(r,mask,b),b,scale,cap,has,sink,n,d,c,y) ==>
      Attention(q,K2,V2,shown(r,mask2,b2),b2,scale,cap,has,sink,n,d,c,y2) ==>
      Same(q,q,d) && SameRows(shown(r,mask,b),K,K2,n,d) && SameRows(shown(r,mask,b),V,V2,n,dv) && y == y2;
    // the same of a query of a problem in two states of memory; pos is the place of the query among the keys
    predicate AgreeUpTo{K,L}(attest_problem p, integer b, integer h, integer i, integer pos) =
      Same(row(tmat{K}(p.q,b,h),i), row(tmat{L}(p.q,b,h),i), p.q.size[3]) && Place{K}(p,b,i) == Place{L}(p,b,i) &&
      Sink{K}(p,h) == Sink{L}(p,h) && SameUpTo(KeysOf{K}(p,b,h), KeysOf{L}(p,b,h), p.k.size[2], p.q.size[3], pos) &&
      SameUpTo(ValuesOf{K}(p,b,h), ValuesOf{L}(p,b,h), p.k.size[2], p.v.size[3], pos) &&
      SameEntriesUpTo(masks{K}(p,b,h,i), masks{L}(p,b,h,i), p.k.size[2], pos) &&
      SameEntriesUpTo(biases{K}(p,b,h,i), biases{L}(p,b,h,i), p.k.size[2], pos);

    // SOFTCAP: between -cap and cap, and in the order of the scores
    axiomatic TanhFacts {
      axiom Tanh_bounds: \forall real x; -1 < Tanh(x) < 1;
      axiom Tanh_monotone: \forall real x, y; x <= y ==> Tanh(x) <= Tanh(y);
    }
    lemma product_bounds: \forall real p, cap, t; cap > 0 ==> -1 < t < 1 ==> Prop(p,cap,t) ==> -cap < p < cap;
    lemma product_monotone: \forall real p, p2, cap, t, t2; cap > 0 ==> t <= t2 ==> Prop(p,cap,t) ==>
      Prop(p2,cap,t2) ==> p <= p2;
    lemma cap_bounds: \forall real x, cap; cap > 0 ==> Prop(Cap(x,cap), cap, Tanh(x / cap)) && -cap < Cap(x,cap) < cap;
    lemma frac_order: \forall real x, y, cap, u, u2; cap > 0 ==> x <= y ==> Frac(u,cap,x) ==> Frac(u2,cap,y) ==>
      u <= u2;
    axiomatic Quotients { logic real quot(real a, real b); axiom quot_def: \forall real a, b; quot(a,b) == a / b; }
    lemma quotient_frac: \forall real x, cap; cap > 0 ==> Frac(x / cap, cap, x);
    lemma quot_frac: \forall real x, cap; cap > 0 ==> Frac(quot(x,cap), cap, x);
    lemma cap_frac_monotone: \forall real x, y, cap, u, u2; cap > 0 ==> x <= y ==> Frac(u,cap,x) ==> Frac(u2,cap,y) ==>
      u <= u2 && Tanh(u) <= Tanh(u2) && Prop(Cap(x,cap), cap, Tanh(u)) && Prop(Cap(y,cap), cap, Tanh(u2)) &&
        Cap(x,cap) <= Cap(y,cap);
    lemma cap_on_monotone: \forall real x, y, cap; cap > 0 ==> x <= y ==>
      Frac(quot(x,cap), cap, x) && Frac(quot(y,cap), cap, y) && Cap(x,cap) <= Cap(y,cap);
    lemma cap_monotone: \forall real x, y, cap; x <= y ==> Cap(x,cap) <= Cap(y,cap);

    // SHIFT INVARIANCE: the same number added to every score, the sink's included, leaves the weights and adds to the
    // log-sum-exp
    axiomatic ExpShift { axiom D_shift: \forall real x, x2, m, m2; x2 - m2 == x - m ==> D(x2,m2) == D(x,m); }
    axiomatic Shifts {
      predicate Shifted(rvec s, rvec s2, rvec vis, integer n, real t);
      axiom Shifted_def: \forall rvec s, s2, vis, integer n, real t; Shifted(s,s2,vis,n,t) <==>
        \forall integer j; 0 <= j < n ==> at(vis,j) != 0 ==> at(s2,j) == at(s,j) + t;
    }
    lemma shift_denom: \forall rvec s, s2, vis, integer n, has, real sink, sink2, t, m, m2; sink2 == sink + t ==>
      m2 == m + t ==>
      Shifted(s,s2,vis,n,t) ==> Same(expv(s2,vis,m2), expv(s,vis,m), n) &&
        sinkexp(has,sink2,m2) == sinkexp(has,sink,m) &&
      denom(s2,vis,n,has,sink2,m2) == denom(s,vis,n,has,sink,m);
    lemma shift_denom_zero: \forall rvec s, s2, vis, integer n, has, real sink, sink2, t; sink2 == sink + t ==>
      Shifted(s,s2,vis,n,t) ==>
      Same(expv(s2,vis,t), expv(s,vis,RZ), n) && denom(s2,vis,n,has,sink2,t) == denom(s,vis,n,has,sink,RZ);
    lemma shift_weight: \forall rvec s, s2, vis, w, integer n, has, real sink, sink2, t, integer j;
      sink2 == sink + t ==>
      Shifted(s,s2,vis,n,t) ==> Weights(s,vis,n,has,sink,w) ==> 0 <= j < n ==>
        at(expv(s2,vis,t),j) == at(expv(s,vis,RZ),j) &&
      Frac(at(w,j), denom(s,vis,n,has,sink,RZ), at(expv(s,vis,RZ),j)) &&
        Frac(at(w,j), denom(s2,vis,n,has,sink2,t), at(expv(s2,vis,t),j));
    lemma shift_weights_none: \forall rvec s, s2, vis, w, integer n, has, real sink, sink2; NoKey(vis,n) ==>
      Weights(s,vis,n,has,sink,w) ==> Weights(s2,vis,n,has,sink2,w);
    lemma shift_weights_some: \forall rvec s, s2, vis, w, integer n, has, real sink, sink2, t; sink2 == sink + t ==>
      Shifted(s,s2,vis,n,t) ==>
      SomeKey(vis,n) ==> Weights(s,vis,n,has,sink,w) ==> denom(s2,vis,n,has,sink2,t) > 0 &&
        Weights(s2,vis,n,has,sink2,w);
    lemma shift_weights: \forall rvec s, s2, vis, w, integer n, has, real sink, sink2, t; sink2 == sink + t ==>
      Shifted(s,s2,vis,n,t) ==>
      Weights(s,vis,n,has,sink,w) ==> (NoKey(vis,n) || SomeKey(vis,n)) && Weights(s2,vis,n,has,sink2,w);
    lemma D_shift_zero: \forall real y, y2, t; y2 == y + t ==> y2 - t == y - RZ && D(y2,t) == D(y,RZ);
    lemma lse_at: \forall rvec s, vis, integer n, has, real sink, y, m; SomeKey(vis,n) || has != 0 ==>
      Lse(s,vis,n,has,sink,y) ==>
      D(y,m) == denom(s,vis,n,has,sink,m);
    lemma shift_lse_at: \forall rvec s, s2, vis, integer n, has, real sink, sink2, t, y, y2; sink2 == sink + t ==>
      y2 == y + t ==>
      Shifted(s,s2,vis,n,t) ==> D(y,RZ) == denom(s,vis,n,has,sink,RZ) ==>
      D(y2,t) == D(y,RZ) && denom(s2,vis,n,has,sink2,t) == denom(s,vis,n,has,sink,RZ) &&
        D(y2,t) == denom(s2,vis,n,has,sink2,t);
    lemma shift_lse: \forall rvec s, s2, vis, integer n, has, real sink, sink2, t, y, y2; sink2 == sink + t ==>
      y2 == y + t ==>
      Shifted(s,s2,vis,n,t) ==> SomeKey(vis,n) || has != 0 ==> Lse(s,vis,n,has,sink,y) ==>
      D(y,RZ) == denom(s,vis,n,has,sink,RZ) && D(y2,t) == denom(s2,vis,n,has,sink2,t) && Lse(s2,vis,n,has,sink2,y2);
*/
#endif
