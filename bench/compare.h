/* What changed between two documents of benchmarks. */
#ifndef ATTEST_BENCH_COMPARE_H
#define ATTEST_BENCH_COMPARE_H

#include "bench/runs.h"

typedef enum compare_verdict {
  COMPARE_SAME,    /* within the limit, or no more than chance would do */
  COMPARE_FASTER,  /* beyond the limit, p < COMPARE_P */
  COMPARE_SLOWER,  /* the same, the other way */
  COMPARE_UNCLEAR, /* beyond the limit, but with so few repetitions no difference could be told from chance */
  COMPARE_WRONG,   /* an error in the second, in the place of a time, and none in the first */
  COMPARE_FAILED,  /* an error in the first */
  COMPARE_GONE,    /* in the first only */
  COMPARE_NEW,     /* in the second only */
  COMPARE_VERDICTS
} compare_verdict;

#define COMPARE_P 0.05

/* "same", .. */
const char *compare_name(compare_verdict verdict);

/* One benchmark in two documents; NULL where it is not there. limit: how much longer the second may take, as a share of the first: 0.05. *ratio: median of the second to that of
   the first; *p: of rank_test. Both NAN where there is nothing to compare. */
compare_verdict compare_runs(const run *first, const run *second, double limit, double *ratio, double *p);

#endif
