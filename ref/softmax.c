/* w_j = exp(s_j - m) / l,  m = max s_j,  l = sum exp(s_j - m). To subtract m changes nothing in exact arithmetic, and
   it keeps every exponential in [0,1] [Milakov2018, section 2] [Blanchard2021]. */
#include "ref/softmax.h"

#include "ref/elementary.h"
#include "ref/logic/softmax_laws.h"

/* w_j = exp(w_j - m) where key j is visible, else 0. The result is l plus their sum. */
/*@ requires readable: n >= 0 && \valid_read(vis + (0 .. n-1)) && \valid(w + (0 .. n-1));
    requires apart: \separated(w + (0 .. n-1), vis + (0 .. n-1));
    requires most: \forall integer t; 0 <= t < n ==> vis[t] != 0 ==> w[t] <= m;
    assigns w[0 .. n-1];
    ensures terms: Same(fvec(w), expv(fvec{Pre}(w),bvec{Pre}(vis),m), n);
    ensures unit: \forall integer t; 0 <= t < n ==> 0 <= w[t] <= 1 && w[t] <= \result - l;
    ensures total: \result == sum(expv(fvec{Pre}(w),bvec{Pre}(vis),m),n) + l; */
static double exponentials(const unsigned char *vis, double *w, int64_t n, double m, double l) {
  /*@ loop invariant range: 0 <= j <= n;
      loop invariant done: \forall integer t; 0 <= t < j ==> w[t] == at(expv(fvec{Pre}(w),bvec{Pre}(vis),m),t) &&
        0 <= w[t] <= 1;
      loop invariant todo: \forall integer t; j <= t < n ==> w[t] == \at(w[t],Pre);
      loop invariant total: l == sum(expv(fvec{Pre}(w),bvec{Pre}(vis),m),j) + \at(l,Pre);
      loop assigns j, l, w[0 .. n-1]; loop variant n - j; */
  for (int64_t j = 0; j < n; j++) {
    w[j] = vis[j] ? ref_exp_difference(w[j], m) : 0.0;
    //@ assert term: w[j] == at(expv(fvec{Pre}(w),bvec{Pre}(vis),m),j);
    l = l + w[j];
  }
  //@ assert terms: \forall integer t; 0 <= t < n ==> w[t] <= sum(expv(fvec{Pre}(w),bvec{Pre}(vis),m),n);
  return l;
}

/* w_j = w_j / l where key j is visible. */
/*@ requires readable: n >= 0 && \valid_read(vis + (0 .. n-1)) && \valid(w + (0 .. n-1));
    requires apart: \separated(w + (0 .. n-1), vis + (0 .. n-1));
    requires divisor: l > 0 && \forall integer t; 0 <= t < n ==> 0 <= w[t] <= l;
    assigns w[0 .. n-1];
    ensures divided: \forall integer t; 0 <= t < n ==> vis[t] != 0 ==> Frac(w[t],l,\old(w[t])) && 0 <= w[t] <= 1;
    ensures hidden: \forall integer t; 0 <= t < n ==> vis[t] == 0 ==> w[t] == \old(w[t]); */
static void divide(const unsigned char *vis, double *w, int64_t n, double l) {
  /*@ loop invariant range: 0 <= j <= n;
      loop invariant done: \forall integer t; 0 <= t < j ==> vis[t] != 0 ==> Frac(w[t],l,\at(w[t],Pre)) &&
        0 <= w[t] <= 1;
      loop invariant kept: \forall integer t; 0 <= t < n ==> (j <= t || vis[t] == 0) ==> w[t] == \at(w[t],Pre);
      loop assigns j, w[0 .. n-1]; loop variant n - j; */
  for (int64_t j = 0; j < n; j++) {
    if (!vis[j]) continue;
    const double term = w[j], quotient = term / l;
    //@ assert quotient: Frac(quotient,l,term);
    //@ assert unit: 0 <= quotient <= 1;
    w[j] = quotient;
  }
}

double ref_softmax_row(const unsigned char *vis, double *w, int64_t n, int has_sink, double sink) {
  int any = has_sink;
  double m = sink;
  /*@ loop invariant range: 0 <= j <= n;
      loop invariant none: any == 0 ==> has_sink == 0 && \forall integer t; 0 <= t < j ==> vis[t] == 0;
      loop invariant some: any != 0 ==> has_sink != 0 || \exists integer t; 0 <= t < j && vis[t] != 0;
      loop invariant maximum: (has_sink != 0 ==> sink <= m) && \forall integer t; 0 <= t < j ==> vis[t] != 0 ==>
        w[t] <= m;
      loop invariant attained: any != 0 ==> (has_sink != 0 && m == sink) || \exists integer t; 0 <= t < j &&
        vis[t] != 0 && w[t] == m;
      loop assigns j, any, m; loop variant n - j; */
  for (int64_t j = 0; j < n; j++) {
    if (!vis[j]) continue;
    if (!any || w[j] > m) m = w[j];
    any = 1;
  }
  const double l = exponentials(vis, w, n, m, has_sink ? ref_exp_difference(sink, m) : 0.0);
  /*@ assert entries: \forall integer t; 0 <= t < n ==> w[t] == at(expv(fvec{Pre}(w),bvec{Pre}(vis),m),t) &&
        (vis[t] == 0 ==> w[t] == RZ); */
  if (!any) return ref_minus_infinity(); // every weight is 0
  //@ assert denominator: l == denom(fvec{Pre}(w),bvec{Pre}(vis),n,has_sink,sink,m);
  //@ assert sinks: l >= sum(expv(fvec{Pre}(w),bvec{Pre}(vis),m),n);
  //@ assert at_least_one: l >= 1;
  divide(vis, w, n, l);
  //@ assert shares: \forall integer t; 0 <= t < n ==> Frac(w[t],l,at(expv(fvec{Pre}(w),bvec{Pre}(vis),m),t));
  //@ assert weights: Weights(fvec{Pre}(w),bvec{Pre}(vis),n,has_sink,sink,fvec(w));
  return ref_log_add(m, l);
}
