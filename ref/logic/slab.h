/* Rows of a contiguous matrix from row f on, as a matrix of its own, and a row as a vector. */
#ifndef ATTEST_LOGIC_SLAB_H
#define ATTEST_LOGIC_SLAB_H
#include "ref/matrix.h"
/*@ lemma row_view{L}: \forall double *p, integer d, r, j; at(row(fmat{L}(p,d),r),j) == at(fvec{L}(p+times(r,d)),j);
    lemma row_el{L}: \forall double *p, integer d, r, j; el(fmat{L}(p,d),r,j) == at(fvec{L}(p+times(r,d)),j);
    lemma slab_inside: \forall integer r, n, m, d; 0 <= r ==> 0 <= n ==> r+n <= m ==> 0 <= d ==>
      0 <= times(r,d) && times(r,d) + times(n,d) <= times(m,d);
    lemma slab_el{L}: \forall double *p, integer d, f, i, c; el(fmat{L}(p+times(f,d),d),i,c) == el(fmat{L}(p,d),f+i,c);
    lemma slab_row{L}: \forall double *p, integer d, f, i; Same(row(fmat{L}(p+times(f,d),d),i), row(fmat{L}(p,d),f+i), d);
*/
#endif
