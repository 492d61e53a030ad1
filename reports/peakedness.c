/* The square of |diag(w) - w w^T| is sum w^2 - 2 sum w^3 + (sum w^2)^2. */
#include "reports/peakedness.h"

#include <math.h>

double peakedness_entropy(const double *w, int64_t n) {
  double sum = 0;
  for (int64_t j = 0; j < n; j++) sum -= w[j] == 0 ? 0 : w[j] * log(w[j]);
  return sum;
}

double peakedness_jacobian(const double *w, int64_t n) {
  double squares = 0, cubes = 0;
  for (int64_t j = 0; j < n; j++) {
    squares += w[j] * w[j];
    cubes += w[j] * w[j] * w[j];
  }
  const double square = squares - 2 * cubes + squares * squares;
  return sqrt(square < 0 ? 0 : square);
}
