/* Covering arrays: rows of levels, one for each factor. Every pair of levels of any two factors occurs in some row, and
   every triple of levels of three marked factors, except combinations that are not allowed. Greedy: a row starts from a
   missing tuple, then each further factor takes the level that completes most missing tuples [Cohen1997]. */
#ifndef ATTEST_CHECK_COVERING_H
#define ATTEST_CHECK_COVERING_H

#include <stdbool.h>
#include <stdint.h>

#include "check/cases/error.h"

#define COVERING_FACTORS 18
#define COVERING_LEVELS 16

typedef struct covering_terms {
  int factors;           /* at most COVERING_FACTORS */
  const int *levels;     /* of each factor, at most COVERING_LEVELS */
  const bool *in_triple; /* marked factors: their triples are covered too */
  uint64_t seed;         /* the same rows for the same seed */
  const void *context;
  bool (*goes)(const void *context, int factor, int level); /* whether a level may occur at all */
  bool (*together)(const void *context, int factor, int level, int other_factor, int other_level);
} covering_terms;

typedef struct covering_rows {
  int count;
  unsigned char (*row)[COVERING_FACTORS]; /* row[n][f] is below levels[f] */
} covering_rows;

/* Makes the rows; free with covering_free, also after a failure (CHECK_FAILURE: no memory, or more rows than there is
   room for). A tuple that fits in no row is left out. */
check_status covering_make(const covering_terms *terms, covering_rows *rows, check_error *error);
void covering_free(covering_rows *rows);

#endif
