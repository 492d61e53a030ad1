/* Views of C memory at a label as abstract vectors and matrices: the only place where memory meets the theory.
   A view is a total function of the memory state; what may be read is said apart, by ReadVec and ReadMat. */
#ifndef ATTEST_LOGIC_VIEW_H
#define ATTEST_LOGIC_VIEW_H
#include "ref/logic/index.h"
#include "ref/logic/matrix.h"
/*@ axiomatic Views {
      logic rvec fvec{L}(double *p) reads p[..];                        // contiguous
      axiom fvec_at{L}: \forall double *p, integer j; at(fvec(p), j) == p[j];
      logic rvec bvec{L}(unsigned char *p) reads p[..];
      axiom bvec_at{L}: \forall unsigned char *p, integer j; at(bvec(p), j) == p[j];
      logic rmat fmat{L}(double *p, integer d) reads p[..];             // contiguous, d columns
      axiom fmat_at{L}: \forall double *p, integer d, i, j; el(fmat(p,d), i, j) == p[times(i,d) + j];
      logic rvec vec{L}(ref_vector v) reads v.at[..];                   // strided
      axiom vec_at{L}: \forall ref_vector v, integer j; at(vec(v), j) == v.at[times(j,v.step)];
      logic rmat mat{L}(ref_matrix A) reads A.at[..];
      axiom mat_at{L}: \forall ref_matrix A, integer i, j; el(mat(A), i, j) == A.at[times(i,A.row) + times(j,A.col)];
      // absent (at NULL): a bias of zeros, a mask of ones
      logic rvec optvec{L}(ref_vector v) reads v.at[..];
      axiom optvec_null{L}: \forall ref_vector v, integer j; v.at == \null ==> at(optvec(v), j) == RZ;
      axiom optvec_at{L}: \forall ref_vector v, integer j; v.at != \null ==> at(optvec(v), j) == v.at[times(j,v.step)];
      logic rvec optflags{L}(ref_flags f) reads f.at[..];
      axiom optflags_null{L}: \forall ref_flags f, integer j; f.at == \null ==> at(optflags(f), j) == 1;
      axiom optflags_at{L}: \forall ref_flags f, integer j; f.at != \null ==>
        at(optflags(f), j) == f.at[times(j,f.step)];
    }
    predicate ReadVec{L}(ref_vector v, integer n) = \forall integer j; 0 <= j < n ==>
      \valid_read(v.at + times(j,v.step));
    predicate ReadRow{L}(ref_matrix A, integer i, integer d) =
      \forall integer c; 0 <= c < d ==> \valid_read(A.at + (times(i,A.row) + times(c,A.col)));
    predicate ReadMat{L}(ref_matrix A, integer n, integer d) = \forall integer i; 0 <= i < n ==> ReadRow(A,i,d);
*/
#endif
