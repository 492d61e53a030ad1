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
      // of a size: n entries, n rows of d columns; NULL is a vector of zeros, or of ones
      logic rvec vec{L}(double *p, integer n) reads p[..];
      axiom vec_at{L}: \forall double *p, integer n, j; 0 <= j < n ==> at(vec(p,n), j) == p[j];
      axiom vec_size{L}: \forall double *p, integer n; size_of(vec(p,n)) == n;
      logic rvec vec_or_zero{L}(double *p, integer n) reads p[..];
      axiom vec_or_zero_at{L}: \forall double *p, integer n, j; 0 <= j < n ==>
        at(vec_or_zero(p,n), j) == (p == \null ? RZ : p[j]);
      axiom vec_or_zero_size{L}: \forall double *p, integer n; size_of(vec_or_zero(p,n)) == n;
      logic rvec vec_or_one{L}(double *p, integer n) reads p[..];
      axiom vec_or_one_at{L}: \forall double *p, integer n, j; 0 <= j < n ==>
        at(vec_or_one(p,n), j) == (p == \null ? 1 : p[j]);
      axiom vec_or_one_size{L}: \forall double *p, integer n; size_of(vec_or_one(p,n)) == n;
      logic rmat mat{L}(double *p, integer n, integer d) reads p[..];
      axiom mat_at{L}: \forall double *p, integer n, d, i, j; 0 <= i < n ==> 0 <= j < d ==>
        el(mat(p,n,d), i, j) == p[times(i,d) + j];
      axiom mat_size{L}: \forall double *p, integer n, d; rows_of(mat(p,n,d)) == n && columns_of(mat(p,n,d)) == d;
    }
    // row r of a matrix as a vector
    lemma row_entries{L}: \forall double *p, integer n, d, r; 0 <= r < n ==> 0 <= d ==>
      Same(row(mat(p,n,d),r), vec(p + times(r,d),d), d);
    lemma row_vec{L}: \forall double *p, integer n, d, r; 0 <= r < n ==> 0 <= d ==>
      row(mat(p,n,d),r) == vec(p + times(r,d),d);
*/
#endif
