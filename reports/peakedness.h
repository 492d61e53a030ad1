/* How peaked a row of weights is. */
#ifndef ATTEST_REPORTS_PEAKEDNESS_H
#define ATTEST_REPORTS_PEAKEDNESS_H

#include <stdint.h>

/* -sum w log w of n weights in nats, 0 .. log n, 0 log 0 being 0. NaN if a weight is. */
double peakedness_entropy(const double *w, int64_t n);

/* The Frobenius norm of diag(w) - w w^T of n weights: of the derivative of softmax by its scores. NaN if a weight is.
   */
double peakedness_jacobian(const double *w, int64_t n);

#endif
