/* Random queries and keys. */
#ifndef ATTEST_REPORTS_SCORES_H
#define ATTEST_REPORTS_SCORES_H

#include <stddef.h>
#include <stdint.h>

#include "reports/statistics.h"

/* How the entries of q and k are drawn; q and k are independent of each other, of mean 0. */
typedef enum scores_kind {
  SCORES_NORMAL,     /* independent, variance 1 */
  SCORES_UNIFORM,    /* the same, in [-sqrt 3, sqrt 3) */
  SCORES_RADEMACHER, /* the same, 1 or -1 */
  SCORES_CORRELATED, /* normal, variance 1; two entries of one vector have correlation 1/2 */
  /* x W with x of SCORES_FEATURES normal entries and W normal times 0.1, as a tutorial's listing has them */
  SCORES_TUTORIAL,
  SCORES_KINDS
} scores_kind;

#define SCORES_FEATURES 8
#define SCORES_SHRINK 0.1

const char *scores_name(scores_kind kind);

/* The variance of q.k that follows from how the entries are drawn. */
double scores_exact_variance(scores_kind kind, int64_t d_k);

/* Fills vector number n of a sequence: d entries of q or k. v: d entries. */
void scores_fill(scores_kind kind, uint64_t seed, uint64_t n, double *v, int64_t d);

/* q.k of samples pairs. vectors: room for 2 d_k entries. */
void scores_products(scores_kind kind, uint64_t seed, int64_t d_k, double *products, size_t samples, double *vectors);

/* The variance of q.k, from that many samples, at least 2, with its interval: the mean of its square, since the mean of
   q.k is 0. NAN: no memory. */
interval scores_variance(scores_kind kind, uint64_t seed, int64_t d_k, size_t samples, double confidence);

#endif
