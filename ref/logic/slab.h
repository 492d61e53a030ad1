/* Rows of a contiguous matrix: where they lie, and as vectors. */
#ifndef ATTEST_LOGIC_SLAB_H
#define ATTEST_LOGIC_SLAB_H
#include "ref/matrix.h"
/*@ lemma row_view{L}: \forall double *p, integer d, r, j; at(row(fmat{L}(p,d),r),j) == at(fvec{L}(p+times(r,d)),j);
    lemma row_el{L}: \forall double *p, integer d, r, j; el(fmat{L}(p,d),r,j) == at(fvec{L}(p+times(r,d)),j);
    lemma rows_among: \forall integer r, n, m, d; 0 <= r ==> 0 <= n ==> r+n <= m ==> 0 <= d ==>
      0 <= times(r,d) && times(r,d) + times(n,d) <= times(m,d);
*/
#endif
