/* The first two moments of a normalised row: its sum is 0, and at epsilon 0 its sum of squares is n. */
#ifndef ATTEST_LOGIC_NORM_MOMENTS_H
#define ATTEST_LOGIC_NORM_MOMENTS_H
#include "ref/logic/multiplication.h"
#include "ref/logic/norm.h"
/*@ lemma mul_assoc: \forall real a, b, c; mul(mul(a,b),c) == mul(a,mul(b,c));
    lemma mul_swap: \forall real b, c; mul(c,mul(b,c)) == mul(b,mul(c,c));
    lemma mul_square: \forall real b, c; mul(mul(b,c),mul(b,c)) == mul(mul(b,b),mul(c,c));
    lemma square_prop: \forall real a, b, c, a2, b2, c2; Prop(a,b,c) ==> Prop(a2,a,a) ==> Prop(b2,b,b) ==>
      Prop(c2,c,c) ==> a == mul(b,c) && a2 == mul(a,a) && b2 == mul(b,b) && c2 == mul(c,c) && Prop(a2,b2,c2);
    // deviations from the mean sum to zero
    axiomatic Constant { logic rvec constant(real m); axiom constant_at: \forall real m, integer j;
      at(constant(m), j) == m; }
    lemma ones_sum: \forall integer n; 0 <= n ==> sum(constant(1.0), n) == n;
    lemma constant_prop: \forall real m, integer j; Prop(at(constant(m),j), at(constant(1.0),j), m);
    lemma constant_sum_prop: \forall real m, integer n; Prop(sum(constant(m),n), sum(constant(1.0),n), m);
    lemma constant_sum: \forall real m, integer n; 0 <= n ==> sum(constant(1.0),n) == n &&
      Prop(sum(constant(m),n), n, m);
    lemma constant_frac: \forall real m, a, integer n; 0 <= n ==> Frac(m,n,a) ==> Prop(sum(constant(m),n), n, m) &&
      sum(constant(m),n) == a;
    lemma centred_sum_difference: \forall rvec x, real m, integer n;
      sum(centred(x,m), n) == sum(x,n) - sum(constant(m),n);
    lemma centred_sum: \forall rvec x, integer n; 0 < n ==> sum(centred(x,mean(x,n)), n) == 0;
    lemma prop_zero_factor: \forall real a, b, c; Prop(a,b,c) ==> a == 0 ==> c > 0 ==> b == 0;
    lemma nrm_prop: \forall rvec x, integer n, j, real e; 0 < n ==> Fit(x,n,e) ==>
      Prop(at(centred(x,mean(x,n)), j), at(nrm(x,n,e), j), deviation(x,n,e));
    lemma nrm_sum_prop: \forall rvec x, integer n, real e; 0 < n ==> Fit(x,n,e) ==>
      Prop(sum(centred(x,mean(x,n)), n), sum(nrm(x,n,e), n), deviation(x,n,e));
    // THEOREM: before the affine map a row sums to zero, for any epsilon
    lemma nrm_sum: \forall rvec x, integer n, real e; 0 < n ==> Fit(x,n,e) ==> sum(nrm(x,n,e), n) == 0;
    lemma deviation_square: \forall rvec x, integer n, real e; 0 < n ==> Fit(x,n,e) ==>
      Prop(variance(x,n) + e, deviation(x,n,e), deviation(x,n,e));
    lemma nrm_square: \forall rvec x, integer n, j, real e; 0 < n ==> Fit(x,n,e) ==>
      Prop(at(centred(x,mean(x,n)),j), at(nrm(x,n,e),j), deviation(x,n,e)) &&
        Prop(variance(x,n) + e, deviation(x,n,e), deviation(x,n,e)) &&
      Prop(at(pv(centred(x,mean(x,n)),centred(x,mean(x,n))), j), at(pv(nrm(x,n,e),nrm(x,n,e)), j), variance(x,n) + e);
    // THEOREM: n * variance is the sum of squares times (variance + epsilon); so the sum of squares is n at epsilon 0
    lemma nrm_squares: \forall rvec x, integer n, real e; 0 < n ==> Fit(x,n,e) ==>
      Prop(sum(pv(centred(x,mean(x,n)),centred(x,mean(x,n))), n), sum(pv(nrm(x,n,e),nrm(x,n,e)), n), variance(x,n) + e);
    lemma cancel: \forall real v, c, s, q, e; v > 0 ==> e == 0 ==> Frac(v,c,s) ==> Prop(s,q,v + e) ==> q == c;
    lemma nrm_squares_zero: \forall rvec x, integer n, real e; NonConst(x,n) ==> e == 0 ==>
      0 < n && Fit(x,n,e) && variance(x,n) > 0 && sum(pv(nrm(x,n,e),nrm(x,n,e)), n) == n;
    // for any y that is the plain norm of x
    lemma plain_sum: \forall rvec x, y, integer n, real e; 0 < n ==> Fit(x,n,e) ==> Same(y, nrm(x,n,e), n) ==>
      sum(y,n) == 0;
    lemma plain_squares: \forall rvec x, y, integer n, real e; 0 < n ==> e == 0 ==> Fit(x,n,e) ==>
      Same(y, nrm(x,n,e), n) ==>
      NonConst(x,n) && sum(pv(y,y),n) == sum(pv(nrm(x,n,e),nrm(x,n,e)),n) && sum(pv(y,y),n) == n;
*/
#endif
