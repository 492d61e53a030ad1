/* Memory that is written, apart from what a strided view reads, under names that lemmas can fire on, and parts of it.
   */
#ifndef ATTEST_LOGIC_SEPARATE_RANGES_H
#define ATTEST_LOGIC_SEPARATE_RANGES_H
#include "ref/matrix.h"
/*@ axiomatic Apartness {
      // x[0 .. m-1] overlaps nothing of a vector of n, of a matrix of n x d, of n flags
      predicate OffVec(double *x, integer m, ref_vector v, integer n);
      axiom OffVec_def: \forall double *x, integer m, ref_vector v, integer n; OffVec(x,m,v,n) <==>
        \forall integer j; 0 <= j < n ==> \separated(x + (0 .. m-1), v.at + times(j,v.step));
      predicate OffMat(double *x, integer m, ref_matrix A, integer n, integer d);
      axiom OffMat_def: \forall double *x, integer m, ref_matrix A, integer n, d; OffMat(x,m,A,n,d) <==>
        \forall integer i, c; 0 <= i < n ==> 0 <= c < d ==>
          \separated(x + (0 .. m-1), A.at + (times(i,A.row) + times(c,A.col)));
      predicate OffFlags(unsigned char *x, integer m, ref_flags f, integer n);
      axiom OffFlags_def: \forall unsigned char *x, integer m, ref_flags f, integer n; OffFlags(x,m,f,n) <==>
        \forall integer j; 0 <= j < n ==> \separated(x + (0 .. m-1), f.at + times(j,f.step));
    }
    // parts: from the start, and from offset o on
    lemma offvec_start: \forall double *x, integer l, m, ref_vector v, integer n; OffVec(x,m,v,n) ==> l <= m ==>
      OffVec(x,l,v,n);
    lemma offvec_part: \forall double *x, integer o, l, m, ref_vector v, integer n; OffVec(x,m,v,n) ==> 0 <= o ==>
      o+l <= m ==>
      OffVec(x+o,l,v,n);
    lemma offmat_start: \forall double *x, integer l, m, ref_matrix A, integer n, d; OffMat(x,m,A,n,d) ==> l <= m ==>
      OffMat(x,l,A,n,d);
    lemma offmat_part: \forall double *x, integer o, l, m, ref_matrix A, integer n, d; OffMat(x,m,A,n,d) ==> 0 <= o ==>
      o+l <= m ==>
      OffMat(x+o,l,A,n,d);
*/
#endif
