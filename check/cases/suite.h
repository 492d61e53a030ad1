/* Which cases a candidate is tried on: a sequence without end, the same for the same seed. First sizes around every edge of a tile, then every
   option and every pair of options, then random combinations. */
#ifndef ATTEST_CHECK_SUITE_H
#define ATTEST_CHECK_SUITE_H

#include "check/cases/pairwise.h"
#include "check/cases/recipe.h"

typedef struct suite {
  uint64_t seed;
  pairwise_rows pairs;
} suite;

check_status suite_make(uint64_t seed, suite *s, check_error *error);
void suite_free(suite *s);

/* Cases that are there for a reason; those after them are random. */
int64_t suite_systematic(const suite *s);

/* Case number n of a type. */
recipe suite_recipe(const suite *s, attest_dtype dtype, int64_t n);

/* Cases in which conventions show, of any type, plain but for that: corners of diagonals, grouped heads, rows that see nothing, what is hidden not finite. */
int64_t suite_corners(void);
recipe suite_corner_recipe(attest_dtype dtype, int64_t n);

/* The large cases, of any type: more keys than 16 bits count, 40 heads, 65,536 heads of all batches, ... */
int64_t suite_large(void);
recipe suite_large_recipe(attest_dtype dtype, int64_t n);

#endif
