/* How peaked softmax is, by the scale of the scores. */
#ifndef ATTEST_REPORTS_SATURATION_H
#define ATTEST_REPORTS_SATURATION_H

#include <stdbool.h>
#include <stdint.h>

#include "reports/statistics.h"

/* By what q.k is multiplied. */
typedef enum saturation_scale { SCALE_NONE, SCALE_ROOT, SCALE_WHOLE, SATURATION_SCALES } saturation_scale;

/* "unscaled", "1/sqrt(d_k)", "1/d_k" */
const char *saturation_scale_name(saturation_scale scale);

/* Keys that each query sees. */
#define SATURATION_KEYS 64

typedef enum saturation_measure {
  MEASURE_ENTROPY,  /* -sum w log w, in nats: 0 .. log SATURATION_KEYS */
  MEASURE_LARGEST,  /* the largest weight */
  MEASURE_JACOBIAN, /* the Frobenius norm of diag(w) - w w^T, the derivative of softmax */
  MEASURE_GRADIENT, /* |d out / d q|, for values of one normal entry */
  SATURATION_MEASURES
} saturation_measure;

/* The means over that many queries, at least 2, of normal entries, with their intervals; of the gradient, whose mean a
   few queries make, the median. false: no memory. */
bool saturation_measured(uint64_t seed, int64_t d_k, size_t samples,
                         interval found[SATURATION_SCALES][SATURATION_MEASURES]);

#endif
