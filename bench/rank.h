/* Whether two samples differ by more than chance. */
#ifndef ATTEST_BENCH_RANK_H
#define ATTEST_BENCH_RANK_H

#include <stddef.h>

/* Sorts n numbers, n > 0; what a share p of them, 0 <= p <= 1, lies below, between the two next to it [Hyndman1996,
   definition 7]. */
double rank_quantile(double *x, size_t n, double p);

/* The two-sided Mann-Whitney U test [Mann1947] of n and m numbers, none of them NaN: the probability that
   samples of one distribution differ at least that much. Exact for up to 20 each without ties; otherwise the normal
   approximation, corrected for ties and for continuity. 1 if a sample is empty. */
double rank_test(const double *a, size_t n, const double *b, size_t m);

/* The smallest value of rank_test for samples of these sizes. */
double rank_test_least(size_t n, size_t m);

#endif
