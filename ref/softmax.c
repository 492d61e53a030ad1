/* w_j = exp(s_j - m) / l,  m = max s_j,  l = sum exp(s_j - m): subtracting m changes nothing in exact arithmetic and
                                          keeps
   every exponential in [0,1] (Milakov & Gimelshein 2018, section 2). */
#include "ref/softmax.h"

#include "ref/arith.h"
#include "ref/elementary.h"
#include "ref/logic/softmax_laws.h"

void ref_softmax_row(const unsigned char *vis, double *w, int64_t n, int has_sink, double sink, double *lse) {
  int any = has_sink;
  double m = sink;
  /*@ loop invariant range: 0 <= j <= n;
      loop invariant none: any == 0 ==> has_sink == 0 && \forall integer t; 0 <= t < j ==> vis[t] == 0;
      loop invariant some: any != 0 ==> has_sink != 0 || \exists integer t; 0 <= t < j && vis[t] != 0;
      loop invariant maximum: (has_sink != 0 ==> sink <= m) && \forall integer t; 0 <= t < j ==> vis[t] != 0 ==>
        w[t] <= m;
      loop invariant attained: any != 0 ==> (has_sink != 0 && m == sink) || \exists integer t; 0 <= t < j &&
        vis[t] != 0 && w[t] == m;
      loop assigns j, any, m;
      loop variant n - j; */
  for (int64_t j = 0; j < n; j++) {
    if (!vis[j]) continue;
    if (!any || w[j] > m) m = w[j];
    any = 1;
  }
  if (!any) {
    //@ assert none: NoKey(bvec{Pre}(vis),n);
    /*@ loop invariant range: 0 <= j <= n;
        loop invariant zero: \forall integer t; 0 <= t < j ==> w[t] == RZ;
        loop assigns j, w[0 .. n-1];
        loop variant n - j; */
    for (int64_t j = 0; j < n; j++) w[j] = ref_zero();
    *lse = ref_minus_infinity();
    //@ assert zero: \forall integer j; 0 <= j < n ==> at(fvec(w),j) == RZ;
    //@ assert weights: Weights(fvec{Pre}(w),bvec{Pre}(vis),n,has_sink,sink,fvec(w));
    return;
  }
  double l = has_sink ? ref_exp_difference(sink, m) : ref_zero();
  //@ assert sink: l == sinkexp(has_sink,sink,m);
  /*@ loop invariant range: 0 <= j <= n;
      loop invariant done: \forall integer t; 0 <= t < j ==> w[t] == at(expv(fvec{Pre}(w),bvec{Pre}(vis),m),t);
      loop invariant todo: \forall integer t; j <= t < n ==> w[t] == \at(w[t],Pre);
      loop invariant total: l == sum(expv(fvec{Pre}(w),bvec{Pre}(vis),m),j) + sinkexp(has_sink,sink,m);
      loop assigns j, l, w[0 .. n-1];
      loop variant n - j; */
  for (int64_t j = 0; j < n; j++) {
    w[j] = vis[j] ? ref_exp_difference(w[j], m) : ref_zero();
    //@ assert term: w[j] == at(expv(fvec{Pre}(w),bvec{Pre}(vis),m),j);
    //@ assert unit: 0 <= w[j] <= 1;
    l = ref_sum(l, w[j]);
  }
  //@ assert denominator: l == denom(fvec{Pre}(w),bvec{Pre}(vis),n,has_sink,sink,m);
  //@ assert positive: l > 0;
  //@ assert terms: \forall integer t; 0 <= t < n ==> 0 <= w[t] <= sum(expv(fvec{Pre}(w),bvec{Pre}(vis),m),n) <= l;
  //@ assert at_least_one: l >= 1;
  *lse = ref_log_add(m, l);
  /*@ loop invariant range: 0 <= j <= n;
      loop invariant done: \forall integer t; 0 <= t < j ==> Frac(w[t],l,at(expv(fvec{Pre}(w),bvec{Pre}(vis),m),t)) &&
        0 <= w[t] <= 1;
      loop invariant todo: \forall integer t; j <= t < n ==> w[t] == at(expv(fvec{Pre}(w),bvec{Pre}(vis),m),t) &&
        0 <= w[t] <= l;
      loop invariant hidden: \forall integer t; 0 <= t < n ==> vis[t] == 0 ==> w[t] == RZ;
      loop assigns j, w[0 .. n-1];
      loop variant n - j; */
  for (int64_t j = 0; j < n; j++)
    if (vis[j]) w[j] = ref_quotient(w[j], l);
  //@ assert weights: Weights(fvec{Pre}(w),bvec{Pre}(vis),n,has_sink,sink,fvec(w));
}
