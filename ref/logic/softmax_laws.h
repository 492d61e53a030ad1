/* Laws of the softmax: one shift is as good as all, the weights sum to one, only visible scores matter. */
#ifndef ATTEST_LOGIC_SOFTMAX_LAWS_H
#define ATTEST_LOGIC_SOFTMAX_LAWS_H
#include "ref/logic/softmax.h"
/*@ // exp is strictly increasing
    axiomatic ExpStrict { axiom D_lt1: \forall real x, m; x < m ==> D(x,m) < 1; }
    lemma D_prop: \forall real y, m, m2; Prop(D(y,m2), D(y,m), D(m,m2));
    lemma D_one_below: \forall real y, m; D(y,m) == 1 ==> y >= m;
    lemma D_one_above: \forall real y, m; D(y,m) == 1 ==> D(y,m) * D(m,y) == D(y,y) && D(m,y) == 1 && y <= m;
    lemma D_one: \forall real y, m; D(y,m) == 1 ==> y == m;
    // terms and sums
    lemma expv_nonneg: \forall rvec s, vis, real m, integer n; Nonneg(expv(s,vis,m), n);
    lemma expv_least: \forall rvec s, vis, real m, integer j, n; 0 <= j < n ==>
      at(expv(s,vis,m),j) <= sum(expv(s,vis,m),n);
    lemma expv_zero: \forall rvec s, vis, real m, integer j; at(vis,j) == 0 ==> at(expv(s,vis,m),j) == 0;
    lemma expv_prop: \forall rvec s, vis, real m, m2, integer j;
      Prop(at(expv(s,vis,m),j), at(expv(s,vis,m2),j), D(m2,m));
    lemma expv_prop_sum: \forall rvec s, vis, real m, m2, integer n;
      Prop(sum(expv(s,vis,m),n), sum(expv(s,vis,m2),n), D(m2,m));
    lemma expv_positive: \forall rvec s, vis, real m, integer i, n; 0 <= i < n ==> at(vis,i) != 0 ==>
      sum(expv(s,vis,m), n) > 0;
    lemma sinkexp_prop: \forall integer has, real sink, m, m2; Prop(sinkexp(has,sink,m), sinkexp(has,sink,m2), D(m2,m));
    lemma sinkexp_positive: \forall integer has, real sink, m; sinkexp(has,sink,m) >= 0 &&
      (has != 0 ==> sinkexp(has,sink,m) > 0) &&
      (has == 0 ==> sinkexp(has,sink,m) == 0);
    lemma denom_prop: \forall rvec s, vis, integer n, has, real sink, m, m2;
      Prop(denom(s,vis,n,has,sink,m), denom(s,vis,n,has,sink,m2), D(m2,m));
    lemma some_positive: \forall rvec s, vis, integer n, real m; SomeKey(vis,n) ==> sum(expv(s,vis,m), n) > 0;
    lemma denom_positive: \forall rvec s, vis, integer n, has, real sink, m; SomeKey(vis,n) || has != 0 ==>
      denom(s,vis,n,has,sink,m) > 0;
    lemma denom_least: \forall rvec s, vis, integer n, has, real sink, m;
      denom(s,vis,n,has,sink,m) >= sum(expv(s,vis,m),n) &&
      (has == 0 ==> denom(s,vis,n,has,sink,m) == sum(expv(s,vis,m),n));
    lemma none_or_some: \forall rvec vis, integer n; NoKey(vis,n) || SomeKey(vis,n);
    lemma none_sum_ind: \forall rvec u, integer N; NoKey(u,N) ==> \forall integer n; n <= N ==> sum(u,n) == 0;
    lemma none_sum: \forall rvec u, integer n; NoKey(u,n) ==> sum(u,n) == 0;
    lemma none_expv: \forall rvec s, vis, real m, integer n; NoKey(vis,n) ==> NoKey(expv(s,vis,m),n) &&
      sum(expv(s,vis,m),n) == 0;
    lemma none_denom: \forall rvec s, vis, integer n, has, real sink, m; NoKey(vis,n) ==>
      denom(s,vis,n,has,sink,m) == sinkexp(has,sink,m);
    // the log-sum-exp, from one shift
    lemma lse_shift: \forall rvec s, vis, integer n, has, real sink, y, m, m2; D(y,m) == denom(s,vis,n,has,sink,m) ==>
      Prop(D(y,m2), D(y,m), D(m,m2)) && Prop(denom(s,vis,n,has,sink,m2), denom(s,vis,n,has,sink,m), D(m,m2)) &&
      D(y,m2) == denom(s,vis,n,has,sink,m2);
    lemma lse_intro: \forall rvec s, vis, integer n, has, real sink, y, m; SomeKey(vis,n) || has != 0 ==>
      D(y,m) == denom(s,vis,n,has,sink,m) ==> Lse(s,vis,n,has,sink,y);
    lemma lse_none: \forall rvec s, vis, integer n, has, real sink, y; NoKey(vis,n) ==> has == 0 ==> Minf(y) ==>
      Lse(s,vis,n,has,sink,y);
    lemma lse_sink: \forall rvec s, vis, integer n, has, real sink, y; NoKey(vis,n) ==> has != 0 ==>
      Lse(s,vis,n,has,sink,y) ==>
      D(y,sink) == denom(s,vis,n,has,sink,sink) && denom(s,vis,n,has,sink,sink) == sinkexp(has,sink,sink) && y == sink;
    // the weights, from one shift
    lemma weight_shift: \forall rvec s, vis, integer n, has, real sink, m, m2, integer j, real w;
      denom(s,vis,n,has,sink,m) > 0 ==>
      Frac(w, denom(s,vis,n,has,sink,m), at(expv(s,vis,m),j)) ==>
      Prop(denom(s,vis,n,has,sink,m), denom(s,vis,n,has,sink,m2), D(m2,m)) &&
        Prop(at(expv(s,vis,m),j), at(expv(s,vis,m2),j), D(m2,m)) &&
      Frac(w, denom(s,vis,n,has,sink,m2), at(expv(s,vis,m2),j));
    lemma weights_intro: \forall rvec s, vis, integer n, has, real sink, m, rvec w; denom(s,vis,n,has,sink,m) > 0 ==>
      (\forall integer j; 0 <= j < n ==> Frac(at(w,j), denom(s,vis,n,has,sink,m), at(expv(s,vis,m),j))) ==>
        Weights(s,vis,n,has,sink,w);
    lemma weights_none: \forall rvec s, vis, integer n, has, real sink, rvec w; NoKey(vis,n) ==>
      (\forall integer j; 0 <= j < n ==> at(w,j) == RZ) ==> Weights(s,vis,n,has,sink,w);
    lemma weights_at: \forall rvec s, vis, integer n, has, real sink, m, rvec w, integer j;
      Weights(s,vis,n,has,sink,w) ==> 0 <= j < n ==>
      Frac(at(w,j), denom(s,vis,n,has,sink,m), at(expv(s,vis,m),j)) &&
        Prop(at(expv(s,vis,m),j), at(w,j), denom(s,vis,n,has,sink,m));
    lemma weights_none_sum: \forall rvec s, vis, integer n, has, real sink, rvec w; NoKey(vis,n) ==>
      Weights(s,vis,n,has,sink,w) ==>
      NoKey(w,n) && sum(w,n) == 0;
    lemma weights_some_sum: \forall rvec s, vis, integer n, has, real sink, rvec w; SomeKey(vis,n) ==>
      Weights(s,vis,n,has,sink,w) ==>
      Prop(sum(expv(s,vis,RZ),n), sum(w,n), denom(s,vis,n,has,sink,RZ)) && sum(w,n) <= 1 &&
        (has == 0 ==> sum(w,n) == 1);
    lemma weights_sum: \forall rvec s, vis, integer n, has, real sink, rvec w; Weights(s,vis,n,has,sink,w) ==>
      (NoKey(vis,n) || SomeKey(vis,n)) && sum(w,n) <= 1;
    // agreement of two rows on what is visible
    axiomatic Agreement {
      predicate SameVis(rvec vis, rvec vis2, integer n);
      axiom SameVis_def: \forall rvec vis, vis2, integer n; SameVis(vis,vis2,n) <==>
        \forall integer j; 0 <= j < n ==> (at(vis,j) != 0 <==> at(vis2,j) != 0);
      predicate SameOn(rvec vis, rvec a, rvec b, integer n);
      axiom SameOn_def: \forall rvec vis, a, b, integer n; SameOn(vis,a,b,n) <==>
        \forall integer j; 0 <= j < n ==> at(vis,j) != 0 ==> at(a,j) == at(b,j);
    }
    lemma samevis_refl: \forall rvec vis, integer n; SameVis(vis,vis,n);
    lemma samevis_sym: \forall rvec vis, vis2, integer n; SameVis(vis,vis2,n) ==> SameVis(vis2,vis,n);
    lemma same_samevis: \forall rvec vis, vis2, integer n; Same(vis,vis2,n) ==> SameVis(vis,vis2,n);
    lemma same_sameon: \forall rvec vis, a, b, integer n; Same(a,b,n) ==> SameOn(vis,a,b,n);
    lemma sameon_refl: \forall rvec vis, a, integer n; SameOn(vis,a,a,n);
    lemma none_ext: \forall rvec vis, vis2, integer n; SameVis(vis,vis2,n) ==> (NoKey(vis2,n) ==> NoKey(vis,n)) &&
      (SomeKey(vis2,n) ==>
      SomeKey(vis,n));
    lemma expv_ext: \forall rvec s, s2, vis, vis2, real m, integer n; SameVis(vis,vis2,n) ==> SameOn(vis,s,s2,n) ==>
      Same(expv(s,vis,m), expv(s2,vis2,m), n);
    lemma denom_ext: \forall rvec s, s2, vis, vis2, integer n, has, real sink, m; SameVis(vis,vis2,n) ==>
      SameOn(vis,s,s2,n) ==>
      Same(expv(s,vis,m), expv(s2,vis2,m), n) && denom(s,vis,n,has,sink,m) == denom(s2,vis2,n,has,sink,m);
    lemma weights_same: \forall rvec s, vis, w, w2, integer n, has, real sink; Same(w,w2,n) ==>
      Weights(s,vis,n,has,sink,w) ==>
      sum(w,n) == sum(w2,n) && Weights(s,vis,n,has,sink,w2);
    lemma weights_ext: \forall rvec s, s2, vis, vis2, w, integer n, has, real sink; SameVis(vis,vis2,n) ==>
      SameOn(vis,s,s2,n) ==>
      Weights(s,vis,n,has,sink,w) ==> Weights(s2,vis2,n,has,sink,w);
    lemma lse_ext: \forall rvec s, s2, vis, vis2, integer n, has, real sink, y; SameVis(vis,vis2,n) ==>
      SameOn(vis,s,s2,n) ==>
      Lse(s,vis,n,has,sink,y) ==> Lse(s2,vis2,n,has,sink,y);
*/
#endif
