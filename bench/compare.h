/* The changes between two documents of benchmarks. */
#ifndef ATTEST_BENCH_COMPARE_H
#define ATTEST_BENCH_COMPARE_H

#include "bench/runs.h"

typedef enum compare_verdict {
  COMPARE_SAME,    /* within the limit, or explained by chance */
  COMPARE_FASTER,  /* beyond the limit, p < COMPARE_P */
  COMPARE_SLOWER,  /* beyond the limit the other way, p < COMPARE_P */
  COMPARE_UNCLEAR, /* beyond the limit, with too few repetitions to exclude chance */
  COMPARE_WRONG,   /* an error instead of a time in the second, none in the first */
  COMPARE_FAILED,  /* an error in the first */
  COMPARE_GONE,    /* in the first only */
  COMPARE_NEW,     /* in the second only */
  COMPARE_VERDICTS
} compare_verdict;

#define COMPARE_P 0.05

/* "same", .. */
const char *compare_name(compare_verdict verdict);

/* Compares one benchmark in two documents; NULL: not there. limit: how much longer the second may take, as a share of
   the first: 0.05. *ratio: median of the second divided by that of the first; *p: of rank_test. Both are NAN if there
   is nothing to compare. */
compare_verdict compare_runs(const run *first, const run *second, double limit, double *ratio, double *p);

#endif
