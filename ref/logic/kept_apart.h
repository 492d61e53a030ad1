/* What is kept where few places are written, for arrays that are apart from these places as Apart says it: lemmas that
   fire on facts without arithmetic. */
#ifndef ATTEST_LOGIC_KEPT_APART_H
#define ATTEST_LOGIC_KEPT_APART_H
#include "ref/logic/apart.h"
#include "ref/logic/kept.h"
/*@ // parts of arrays: from the start, and from offset j on; what comes later in the same array
    lemma apart_part: \forall double *p, *q, integer l, m, n, j, k; Apart(p,m,q,n) ==> l <= m ==>
      (k == 0 || (0 <= j && j+k <= n)) ==>
      Apart(p,l,q+j,k);
    lemma apart_later: \forall double *p, integer l, j, k; l <= j ==> Apart(p,l,p+j,k);
    // what is kept
    lemma kept_apart_vec{L,M}: \forall double *a, integer l, double *b, integer m, double *c, integer n, double *d,
      integer k,
      double *p, integer s; Kept{L,M}(a,l,b,m,c,n,d,k) ==> Apart(p,s,a,l) ==> Apart(p,s,b,m) ==> Apart(p,s,c,n) ==>
        Apart(p,s,d,k) ==>
      Same(fvec{L}(p), fvec{M}(p), s);
    lemma kept_apart_mat{L,M}: \forall double *a, integer l, double *b, integer m, double *c, integer n, double *d,
      integer k,
      double *p, integer r, s; Kept{L,M}(a,l,b,m,c,n,d,k) ==> Apart(p,times(r,s),a,l) ==> Apart(p,times(r,s),b,m) ==>
      Apart(p,times(r,s),c,n) ==> Apart(p,times(r,s),d,k) ==> MatSame(fmat{L}(p,s), fmat{M}(p,s), r, s);
    // two places
    lemma kept_two_vec{L,M}: \forall double *a, integer l, double *b, integer m, double *c, *d, *p, integer s;
      Kept{L,M}(a,l,b,m,c,0,d,0) ==> Apart(p,s,a,l) ==> Apart(p,s,b,m) ==> Same(fvec{L}(p), fvec{M}(p), s);
    // one after the other
    lemma kept_two_two{L,M,N}: \forall double *a, integer l, double *b, integer m, double *c, integer n, double *d,
      integer k,
      double *e, *f, *g, *h; Kept{L,M}(a,l,d,k,e,0,f,0) ==> Kept{M,N}(b,m,c,n,g,0,h,0) ==> Kept{L,N}(a,l,b,m,c,n,d,k);
*/
#endif
