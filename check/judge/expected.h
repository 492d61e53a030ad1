/* The expected answer: the reference's outputs, and the bound of each element. */
#ifndef ATTEST_CHECK_EXPECTED_H
#define ATTEST_CHECK_EXPECTED_H

#include "attest.h"
#include "check/cases/error.h"
#include "check/cases/problem_f64.h"

/* Arrays are contiguous, batch x q_heads x q_len x (d_v, 1, keys); lse and weights are NULL where the answer has none.
   */
typedef struct expected {
  problem_f64 problem;
  double *out, *lse, *weights;
  double *out_bound, *lse_bound, *weights_bound;
  int64_t mean_rows; /* rows judged only as means of visible values */
} expected;

/* Computes the expectation for an answer of these types (the type of an absent output is not read) by an implementation
   with this arithmetic. Free with expected_free, also after a failure. Fails with CHECK_BAD_INPUT if the reference
   refuses the problem. */
check_status expected_make(const attest_problem *problem, const attest_answer *answer,
                           const attest_arithmetic *arithmetic, expected *e, check_error *error);

void expected_free(expected *e);

/* Budget used: the error as a share of the bound. 0 for an exact element; infinite for NaN, for the wrong infinity, and
   for any error where the bound is 0. */
double expected_budget(double value, double bound, double found);

#endif
