/* What is expected of an answer: the reference's outputs, and how far from each a correct implementation may be. */
#ifndef ATTEST_CHECK_EXPECTED_H
#define ATTEST_CHECK_EXPECTED_H

#include "attest.h"
#include "check/cases/error.h"
#include "check/cases/problem_f64.h"

/* Arrays are contiguous, batch x q_heads x q_len x (d_v, 1, keys); lse and weights are NULL where the answer has none. */
typedef struct expected {
  problem_f64 problem;
  double *out, *lse, *weights;
  double *out_bound, *lse_bound, *weights_bound;
  int64_t mean_rows; /* rows of which no more is known than that they are means of visible values */
} expected;

/* For an answer of these types (each output's own; that of one which is absent is not read) by an implementation with this arithmetic. Free with expected_free, also after a failure.
   CHECK_BAD_INPUT if the reference refuses the problem. */
check_status expected_make(const attest_problem *problem, const attest_answer *answer, const attest_arithmetic *arithmetic, expected *e,
                           check_error *error);

void expected_free(expected *e);

/* Error as a share of the bound: 0 for what is exact, infinite for NaN, for an infinity that is not the expected one, and beyond a bound of 0. */
double expected_budget(double value, double bound, double found);

#endif
