/* Products compared with a limit through a quotient, as C must do to avoid overflow, and the reach of a stride. */
#ifndef ATTEST_LOGIC_LIMIT_H
#define ATTEST_LOGIC_LIMIT_H
#include "ref/logic/index.h"
/*@ lemma times_mono: \forall integer a, c, q; 0 <= c ==> a <= q ==> times(c,a) <= times(c,q);
    lemma times_next: \forall integer a, c, q; 0 <= c ==> a >= q + 1 ==> times(c,a) >= times(c,q) + c;
    // quotients round towards zero
    lemma quotient_bounds: \forall integer b, c; 0 <= b ==> 0 < c ==> c * (b / c) <= b < c * (b / c) + c;
    lemma quotient_bounds_below: \forall integer b, c; 0 <= b ==> 0 < c ==> c * (-b / c) - c < -b <= c * (-b / c);
    lemma quotient_times: \forall integer b, c; 0 <= b ==> 0 < c ==> times(c,b / c) <= b < times(c,b / c) + c;
    lemma quotient_times_below: \forall integer b, c; 0 <= b ==> 0 < c ==> times(c,-b / c) - c < -b <= times(c,-b / c);
    lemma quotient_exceeded: \forall integer a, b, c; 0 < c ==> 0 <= b ==> (a > b / c <==> times(c,a) > b);
    lemma quotient_exceeded_below: \forall integer a, b, c; 0 < c ==> 0 <= b ==> (a < -b / c <==> times(c,a) < -b);
    lemma times_swap: \forall integer a, b; times(a,b) == times(b,a);
    lemma quotient_exceeded_swapped: \forall integer a, b, c; 0 < c ==> 0 <= b ==> (a > b / c <==> times(a,c) > b);
    lemma times_nonneg: \forall integer a, b; 0 <= a ==> 0 <= b ==> 0 <= times(a,b);
    lemma times_between: \forall integer i, n, s; 0 <= i <= n ==>
      (s >= 0 ==> 0 <= times(i,s) <= times(n,s)) && (s <= 0 ==> times(n,s) <= times(i,s) <= 0);
    lemma reach_none: \forall integer n, s; n <= 1 ==> Reach(n,s);
    lemma reach_still: \forall integer n; Reach(n,0);
    lemma reach_last: \forall integer n, s; 0 < n ==> (Reach(n,s) <==> InRange(times(n-1,s)));
*/
#endif
