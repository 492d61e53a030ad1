/* Bias tests: what rounding hides in one element of a 16-bit output shows in thousands, projected on what the fault would do to each.

   e = found - expected of element (row, column); D = its derivative by the fault; over all elements
     c = sum e D / sum D^2,   z = c / se(c),   se(c)^2 = sum over rows of (sum over the row of (e - c D) D)^2 / (sum D^2)^2
   (errors of a row are not independent of each other, those of rows are). Rounding to nearest has no preference: c is 0 but for noise, and z nearly
   normal over some thousand rows. An alarm is |z| > 6: one in 5e8 tests of a correct implementation. It is a statement about chance, kept apart from
   the bound: a tier of its own.
     scale       D = sum_j w_j s_j (v_j - o): c is the relative error of the scale
     leak        D = mean of the values not visible - o: c is the weight that leaks to hidden keys
     truncation  D = o, values of one sign: c is a relative error of one sign, as from rounding toward zero */
#ifndef ATTEST_CHECK_BIAS_TEST_H
#define ATTEST_CHECK_BIAS_TEST_H

#include "check/cases/support.h"
#include "check/judge/verdict.h"
#include "check/run/question.h"

#define BIAS_TESTS 3
#define BIAS_TEST_ALARM 6.0
#define BIAS_TEST_ROWS 1024 /* of each test, in as many cases as that takes */
#define BIAS_TEST_CASES 32  /* at most */

typedef struct bias_test_finding {
  const char *name, *meaning; /* meaning is what c is */
  bool judged;                /* the candidate answered the cases */
  double c, z;
  bool alarm;
  char failure[800]; /* "", or which of its cases failed, and how */
} bias_test_finding;

/* The cases of test n (0 .. BIAS_TESTS-1) for a candidate: their number, 0 if it supports none, or its type has more than 16 bits. */
size_t bias_test_cases(int n, const support *s, uint64_t seed, recipe cases[BIAS_TEST_CASES]);

/* Sums over the rows seen so far: of e D and D^2, and per row, for the error of c. Zero-initialise; free with bias_test_free. */
typedef struct bias_test_sight {
  double eD, DD;
  double *row_eD, *row_DD;
  int64_t rows;
  bool unjudged; /* a case was not supported */
  char failure[800];
} bias_test_sight;

/* Takes the answer to a case of test n, with its verdict, into account. */
check_status bias_test_see(int n, const answered *a, const verdict *v, bias_test_sight *sight, check_error *error);

/* What all answers tell together. */
bias_test_finding bias_test_conclude(int n, const bias_test_sight *sight);

void bias_test_free(bias_test_sight *sight);

#endif
