/* Bias tests. A small bias disappears in the rounding of one 16-bit output, but adds up over thousands of them. Each
   test projects the errors on the effect that one kind of fault has on every element.

   e = found - expected of element (row, column); D = its derivative by the fault; over all elements
     c = sum e D / sum D^2,   z = c / se(c),
     se(c)^2 = sum over rows of (sum over the row of (e - c D) D)^2 / (sum D^2)^2   [Liang1986, a row a cluster]
   The errors within a row depend on each other; those of different rows do not. Rounding to nearest has no preferred
   direction: c is 0 except for noise, and z is nearly normal over some thousand rows. An alarm is |z| > 6: one in 5e8
   tests of a correct implementation. An alarm is a statement about chance, so it is a tier apart from the bound.
     scale       D = sum_j w_j s_j (v_j - o): c is the relative error of the scale
     leak        D = mean of the hidden values - o: c is the weight that leaks to hidden keys
     truncation  D = o, values of one sign: c is a relative error of one sign, as from rounding toward zero */
#ifndef ATTEST_CHECK_BIAS_TEST_H
#define ATTEST_CHECK_BIAS_TEST_H

#include "check/cases/support.h"
#include "check/judge/verdict.h"
#include "check/run/question.h"

#define BIAS_TESTS 3
#define BIAS_TEST_ALARM 6.0
#define BIAS_TEST_ROWS 1024 /* of each test, spread over as many cases as necessary */
#define BIAS_TEST_CASES 32  /* most cases of one test */

typedef struct bias_test_finding {
  const char *name, *meaning; /* meaning: what c stands for */
  bool judged;                /* the candidate answered the cases */
  double c, z;
  bool alarm;
  char failure[800]; /* "", or the test's failing case and its failure */
} bias_test_finding;

/* Makes the cases of test n (0 .. BIAS_TESTS-1) for a candidate and returns their number: 0 if it supports none, or its
   type has more than 16 bits. */
size_t bias_test_cases(int n, const support *s, uint64_t seed, recipe cases[BIAS_TEST_CASES]);

/* Sums over the rows seen so far: of e D and D^2, in total and per row (for the error of c). Zero-initialise; free with
   bias_test_free. */
typedef struct bias_test_sight {
  double eD, DD;
  double *row_eD, *row_DD;
  int64_t rows;
  bool unjudged; /* the candidate did not support a case */
  char failure[800];
} bias_test_sight;

/* Adds the answer to a case of test n, and its verdict, to the sums. */
check_status bias_test_see(int n, const answered *a, const verdict *v, bias_test_sight *sight, check_error *error);

/* Returns the finding from all answers together. */
bias_test_finding bias_test_conclude(int n, const bias_test_sight *sight);

void bias_test_free(bias_test_sight *sight);

#endif
