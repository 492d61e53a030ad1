/* Sums in binary32. */
#ifndef ATTEST_REPORTS_SUMS_H
#define ATTEST_REPORTS_SUMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "reports/statistics.h"

/* Rows of weights by softmax as it is written down, in binary32. */
typedef struct sums_rows {
  double worst; /* largest |sum - 1| of the stored weights, added exactly */
  double bound; /* that it cannot exceed */
  double ones;  /* share of the rows whose weights, added in binary32 from first to last, give 1.0 */
} sums_rows;

/* Of rows of n keys with normal scores, n = 1 .. SUMS_MOST. */
#define SUMS_MOST 4096
sums_rows sums_of_rows(uint64_t seed, int n, int rows);

typedef enum sums_order {
  SUMS_IN_ORDER,
  SUMS_LANES,       /* 16 sums side by side, as in a vector register, added up in order */
  SUMS_PAIRWISE,    /* halves of halves */
  SUMS_COMPENSATED, /* [Kahan1965] */
  SUMS_ORDERS
} sums_order;

const char *sums_order_name(sums_order order);

/* The sum of n numbers in that order. */
float sums_added(sums_order order, const float *x, int n);

/* How far a sum of n numbers in that order may be from the exact one, as a share of the sum of their magnitudes. */
double sums_bound(sums_order order, int n);

/* The mean of that share over sums of n uniform numbers of both signs, with its interval; samples at least 2. *worst:
   the largest. NAN: no memory. */
interval sums_error(sums_order order, uint64_t seed, int n, size_t samples, double confidence, double *worst);

#endif
