/* Memory that is written in a few known places only, and the views and tensors that are apart from them: these keep
   their entries. */
#ifndef ATTEST_LOGIC_KEPT_H
#define ATTEST_LOGIC_KEPT_H
#include "ref/logic/separate_ranges.h"
#include "ref/logic/tensor.h"
/*@ axiomatic WrittenPlaces {
      // between L and M nothing changes but a[0 .. l-1], b[0 .. m-1], c[0 .. n-1] and d[0 .. k-1]
      predicate Kept{L,M}(double *a, integer l, double *b, integer m, double *c, integer n, double *d, integer k)
        reads \at(a[..],L), \at(a[..],M);
      axiom Kept_def{L,M}: \forall double *a, integer l, double *b, integer m, double *c, integer n, double *d,
        integer k;
        Kept{L,M}(a,l,b,m,c,n,d,k) <==> \forall double *x; \separated(x, a + (0 .. l-1)) ==>
          \separated(x, b + (0 .. m-1)) ==>
          \separated(x, c + (0 .. n-1)) ==> \separated(x, d + (0 .. k-1)) ==> \at(*x,L) == \at(*x,M);
      // nothing but a[0 .. l-1]
      predicate KeptBut{L,M}(double *a, integer l) reads \at(a[..],L), \at(a[..],M);
      axiom KeptBut_def{L,M}: \forall double *a, integer l; KeptBut{L,M}(a,l) <==>
        \forall double *x; \separated(x, a + (0 .. l-1)) ==> \at(*x,L) == \at(*x,M);
      // no byte but a[0 .. l-1]
      predicate KeptBytes{L,M}(unsigned char *a, integer l) reads \at(a[..],L), \at(a[..],M);
      axiom KeptBytes_def{L,M}: \forall unsigned char *a, integer l; KeptBytes{L,M}(a,l) <==>
        \forall unsigned char *x; \separated(x, a + (0 .. l-1)) ==> \at(*x,L) == \at(*x,M);
    }
    lemma keptbut_mat{L,M}: \forall double *a, integer l, ref_matrix A, integer r, s; KeptBut{L,M}(a,l) ==>
      OffMat(a,l,A,r,s) ==>
      MatSame(mat{M}(A), mat{L}(A), r, s);
    lemma keptbut_elems{L,M}: \forall double *a, integer l, double *e, float *f, uint16_t *u, integer dtype, o, row,
      col, r, s;
      (\forall float *y; \at(*y,L) == \at(*y,M)) ==> (\forall uint16_t *y; \at(*y,L) == \at(*y,M)) ==> IsReal(dtype) ==>
      KeptBut{L,M}(a,l) ==> OffElems(a,l,e,dtype,o,row,col,r,s) ==>
      MatSame(elems{M}(e,f,u,dtype,o,row,col), elems{L}(e,f,u,dtype,o,row,col), r, s);
    lemma kept_mat{L,M}: \forall double *a, integer l, double *b, integer m, double *c, integer n, double *d, integer k,
      ref_matrix A, integer r, s; Kept{L,M}(a,l,b,m,c,n,d,k) ==>
      OffMat(a,l,A,r,s) ==> OffMat(b,m,A,r,s) ==> OffMat(c,n,A,r,s) ==> OffMat(d,k,A,r,s) ==>
        MatSame(mat{M}(A), mat{L}(A), r, s);
    // only doubles are written
    lemma kept_elems{L,M}: \forall double *a, integer l, double *b, integer m, double *c, integer n, double *d,
      integer k,
      double *e, float *f, uint16_t *u, integer dtype, o, row, col, r, s;
      (\forall float *y; \at(*y,L) == \at(*y,M)) ==> (\forall uint16_t *y; \at(*y,L) == \at(*y,M)) ==> IsReal(dtype) ==>
      Kept{L,M}(a,l,b,m,c,n,d,k) ==>
      OffElems(a,l,e,dtype,o,row,col,r,s) ==> OffElems(b,m,e,dtype,o,row,col,r,s) ==>
        OffElems(c,n,e,dtype,o,row,col,r,s) ==>
      OffElems(d,k,e,dtype,o,row,col,r,s) ==>
        MatSame(elems{M}(e,f,u,dtype,o,row,col), elems{L}(e,f,u,dtype,o,row,col), r, s);
    lemma kept_bytes{L,M}: \forall unsigned char *a, integer l, unsigned char *e, integer o, row, col, r, s;
      KeptBytes{L,M}(a,l) ==>
      OffBytes(a,l,e,o,row,col,r,s) ==> MatSame(bytes{M}(e,o,row,col), bytes{L}(e,o,row,col), r, s);
*/
#endif
