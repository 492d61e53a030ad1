/* Strided vectors and matrices as values: v_j is v.at[j*v.step], A_ij is A.at[i*A.row + j*A.col].
   Strides are in elements and may be 0 or negative. All index arithmetic of ref/ is here. */
#ifndef ATTEST_REF_MATRIX_H
#define ATTEST_REF_MATRIX_H

#include <stddef.h>
#include <stdint.h>

#include "ref/arith.h"

typedef struct {
  const double *at;
  int64_t step;
} ref_vector;

/* A vector of truth values, not 0 meaning true. */
typedef struct {
  const unsigned char *at;
  int64_t step;
} ref_flags;

typedef struct {
  const double *at;
  int64_t row, col;
} ref_matrix;

#include "ref/logic/view.h" /* needs the types above */

/* i*stride, for a product within +-ATTEST_MAX_ELEMENTS. */
/*@ requires range: InRange(times(i,stride)); assigns \nothing; ensures value: \result == times(i,stride); */
static inline int64_t ref_times(int64_t i, int64_t stride) { return i * stride; }

/* A contiguous matrix of cols columns. */
/*@ assigns \nothing; ensures value: \result.at == at && \result.row == cols && \result.col == 1; */
static inline ref_matrix ref_contiguous(const double *at, int64_t cols) { return (ref_matrix){at, cols, 1}; }

/* v_j */
/*@ requires range: InRange(times(j,v.step));
    requires valid: \valid_read(v.at + times(j,v.step));
    assigns \nothing;
    ensures value: \result == at(vec(v),j); */
static inline double ref_entry(ref_vector v, int64_t j) { return v.at[ref_times(j, v.step)]; }

/* Row i of A. */
/*@ requires range: InRange(times(i,A.row));
    assigns \nothing;
    ensures address: \result.at == A.at + times(i,A.row) && \result.step == A.col;
    ensures value: \forall integer j; at(vec(\result),j) == el(mat(A),i,j); */
static inline ref_vector ref_row(ref_matrix A, int64_t i) { return (ref_vector){A.at + ref_times(i, A.row), A.col}; }

/* The j-th entry of an optional vector: 0 where there is none (at NULL). */
/*@ requires range: v.at != \null ==> InRange(times(j,v.step));
    requires valid: v.at != \null ==> \valid_read(v.at + times(j,v.step));
    assigns \nothing;
    ensures value: \result == at(optvec(v),j); */
static inline double ref_entry_or_zero(ref_vector v, int64_t j) { return v.at != NULL ? ref_entry(v, j) : ref_zero(); }

/* The j-th of optional flags: true where there are none (at NULL). */
/*@ requires range: f.at != \null ==> InRange(times(j,f.step));
    requires valid: f.at != \null ==> \valid_read(f.at + times(j,f.step));
    assigns \nothing;
    ensures value: \result != 0 <==> at(optflags(f),j) != 0; */
static inline int ref_flag_or_true(ref_flags f, int64_t j) { return f.at == NULL || f.at[ref_times(j, f.step)] != 0; }

#endif
