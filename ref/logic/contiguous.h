/* Contiguous arrays that may be absent (NULL), and contiguous arrays seen through strided views. */
#ifndef ATTEST_LOGIC_CONTIGUOUS_H
#define ATTEST_LOGIC_CONTIGUOUS_H
#include "ref/matrix.h"
/*@ axiomatic OptionalArrays {
      logic rvec fvec_or_zero{L}(double *p) reads p[..];                // NULL is a vector of zeros
      axiom fvec_or_zero_at{L}: \forall double *p, integer j; at(fvec_or_zero(p), j) == (p == \null ? RZ : p[j]);
      logic rvec fvec_or_one{L}(double *p) reads p[..];                 // NULL is a vector of ones
      axiom fvec_or_one_at{L}: \forall double *p, integer j; at(fvec_or_one(p), j) == (p == \null ? 1 : p[j]);
    }
    lemma contiguous_mat{L}: \forall ref_matrix A, integer n, d; A.row == d ==> A.col == 1 ==>
      MatSame(mat(A), fmat(A.at,d), n, d);
    lemma contiguous_optvec{L}: \forall ref_vector v, integer n; v.step == 1 ==> Same(optvec(v), fvec_or_zero(v.at), n);
    // an array that is not written to keeps its views
    lemma fmat_kept{L,M}: \forall double *p, integer n, d;
      (\forall integer t; 0 <= t < times(n,d) ==> \at(p[t],L) == \at(p[t],M)) ==>
        MatSame(fmat{L}(p,d), fmat{M}(p,d), n, d);
*/
#endif
