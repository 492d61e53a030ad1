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
    axiomatic RowNumbers {
      // the number of row (b,h,i) when heads x rows of them are counted for each b; opaque: sums can't be triggers
      logic integer row_number(integer b, integer heads, integer h, integer rows, integer i);
      axiom row_number_def: \forall integer b, heads, h, rows, i;
        row_number(b,heads,h,rows,i) == times(times(b,heads) + h, rows) + i;
    }
    lemma row_number_before: \forall integer b, b2, heads, h, h2, rows, i, i2; 0 <= b2 ==> 0 <= h2 < heads ==>
      0 <= i2 < rows ==> 0 <= b ==> 0 <= h ==> 0 <= i ==> b2 < b || (b2 == b && (h2 < h || (h2 == h && i2 < i))) ==>
      0 <= row_number(b2,heads,h2,rows,i2) < row_number(b,heads,h,rows,i);
    lemma row_number_next_head: \forall integer b, heads, h, rows;
      row_number(b,heads,h,rows,rows) == row_number(b,heads,h+1,rows,0);
    lemma row_number_next_batch: \forall integer b, heads, rows;
      row_number(b,heads,heads,rows,0) == row_number(b+1,heads,0,rows,0);
    lemma row_number_last: \forall integer b, heads, h, rows, i, batch; 0 <= b < batch ==> 0 <= h < heads ==>
      0 <= i < rows ==> 0 <= row_number(b,heads,h,rows,i) < times(times(batch,heads),rows);
*/
#endif
