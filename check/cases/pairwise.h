/* Test rows in which every pair of values of any two factors occurs (greedy: each row is the best of some tries). */
#ifndef ATTEST_CHECK_PAIRWISE_H
#define ATTEST_CHECK_PAIRWISE_H

#include <stdint.h>

#include "check/cases/error.h"

#define PAIRWISE_FACTORS 16
#define PAIRWISE_LEVELS 16

typedef struct pairwise_rows {
  int factors, count;
  unsigned char (*row)[PAIRWISE_FACTORS]; /* row[n][f] is below levels[f] */
} pairwise_rows;

/* Rows for at most PAIRWISE_FACTORS factors that have levels[f] values each, at most PAIRWISE_LEVELS (more: CHECK_FAILURE); the same for the same seed. Free with pairwise_free. */
check_status pairwise_make(const int *levels, int factors, uint64_t seed, pairwise_rows *rows, check_error *error);
void pairwise_free(pairwise_rows *rows);

#endif
