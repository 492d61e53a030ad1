/* Offsets and sizes. times(i,s) is i*s under an opaque name: provers cannot use i*s as a trigger, and WP would hand
   them polynomials of degree four. */
#ifndef ATTEST_LOGIC_INDEX_H
#define ATTEST_LOGIC_INDEX_H
/*@ axiomatic Indices {
      logic integer times(integer i, integer s);
      axiom times_def: \forall integer i, s; times(i,s) == i*s;
    }
    logic integer MaxSize = 1073741824;                     // ATTEST_MAX_SIZE
    logic integer MaxElements = 1152921504606846976;        // ATTEST_MAX_ELEMENTS
    predicate InRange(integer o) = -MaxElements <= o <= MaxElements;
    // every multiple of stride s that n entries need is in range
    predicate Reach(integer n, integer s) = \forall integer i; 0 <= i < n ==> InRange(times(i,s));
    lemma times_zero: \forall integer s; times(0,s) == 0;
    lemma times_one: \forall integer i; times(i,1) == i;
    lemma times_step: \forall integer i, s; times(i+1,s) == times(i,s) + s;
    // element (i,c) of a contiguous n x d matrix
    lemma inside: \forall integer i, c, n, d; 0 <= i < n ==> 0 <= c < d ==> 0 <= times(i,d) &&
      times(i,d) + c < times(n,d);
    lemma row_inside: \forall integer i, n, d; 0 <= i < n ==> 0 <= d ==> 0 <= times(i,d) &&
      times(i,d) + d <= times(n,d);
    lemma row_before: \forall integer r, i, d; 0 <= r < i ==> 0 <= d ==> 0 <= times(r,d) &&
      times(r,d) + d <= times(i,d);
    lemma size_max: \forall integer n, d; 0 <= n <= MaxSize ==> 0 <= d <= MaxSize ==> 0 <= times(n,d) <= MaxElements;
*/
#endif
