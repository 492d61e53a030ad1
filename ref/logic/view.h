/* Contiguous C arrays at a label as abstract vectors and matrices. A view is a total function of the memory state; what
   may be read is said apart. */
#ifndef ATTEST_LOGIC_VIEW_H
#define ATTEST_LOGIC_VIEW_H
#include "ref/logic/index.h"
#include "ref/logic/matrix.h"
/*@ axiomatic Views {
      logic rvec fvec{L}(double *p) reads p[..];
      axiom fvec_at{L}: \forall double *p, integer j; at(fvec(p), j) == p[j];
      logic rvec bvec{L}(unsigned char *p) reads p[..];
      axiom bvec_at{L}: \forall unsigned char *p, integer j; at(bvec(p), j) == p[j];
      logic rmat fmat{L}(double *p, integer d) reads p[..];             // d columns
      axiom fmat_at{L}: \forall double *p, integer d, i, j; el(fmat(p,d), i, j) == p[times(i,d) + j];
      // NULL is a vector of zeros, or of ones
      logic rvec fvec_or_zero{L}(double *p) reads p[..];
      axiom fvec_or_zero_at{L}: \forall double *p, integer j; at(fvec_or_zero(p), j) == (p == \null ? RZ : p[j]);
      logic rvec fvec_or_one{L}(double *p) reads p[..];
      axiom fvec_or_one_at{L}: \forall double *p, integer j; at(fvec_or_one(p), j) == (p == \null ? 1 : p[j]);
    }
    // an array that is not written to keeps its views
    lemma fmat_kept{L,M}: \forall double *p, integer n, d;
      (\forall integer t; 0 <= t < times(n,d) ==> \at(p[t],L) == \at(p[t],M)) ==>
        MatSame(fmat{L}(p,d), fmat{M}(p,d), n, d);
    // row r of a matrix as a vector
    lemma row_view{L}: \forall double *p, integer d, r; \forall integer n; Same(row(fmat(p,d),r), fvec(p + times(r,d)),
      n);
*/
#endif
