/* Directional tests: what rounding hides in one element of a 16-bit output shows in thousands, projected on what the fault would do to each.

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

#include "check/run/candidate.h"

#define BIAS_TESTS 3
#define BIAS_TEST_ALARM 6.0

typedef struct bias_test_finding {
  const char *name, *meaning; /* meaning is what c is */
  bool judged;                /* the candidate supports the cases */
  double c, z;
  bool alarm;
} bias_test_finding;

/* Test number n (0 .. BIAS_TESTS-1) on a candidate, in F16 or BF16. seed varies the cases. */
check_status bias_test_run(worker *w, arena *memory, attest_dtype dtype, int64_t seed, int n, bias_test_finding *found, check_error *error);

#endif
