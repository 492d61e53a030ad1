/* With mean m and variance s^2 of n numbers, m +- t s / sqrt(n), t the quantile of Student's distribution with n - 1
   degrees of freedom. The logarithm of a mean has about the standard error s / (m sqrt(n)). A slope b of least squares
   has b +- t sigma_b with n - 2. */
#include "reports/statistics.h"

#include <math.h>
#include <stdlib.h>

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_fit.h>
#include <gsl/gsl_statistics_double.h>

double statistics_larger(double a, double b) { return isnan(a) || a > b ? a : b; }

static double quantile(double confidence, size_t degrees) {
  return gsl_cdf_tdist_Pinv(0.5 + confidence / 2, (double)degrees);
}

/* Half the width of the interval of a mean. */
static double reach(const double *x, size_t n, double mean, double confidence) {
  return quantile(confidence, n - 1) * gsl_stats_sd_m(x, 1, n, mean) / sqrt((double)n);
}

interval statistics_mean(const double *x, size_t n, double confidence) {
  const double mean = gsl_stats_mean(x, 1, n), half = reach(x, n, mean, confidence);
  return (interval){mean, mean - half, mean + half};
}

interval statistics_positive_mean(const double *x, size_t n, double confidence) {
  const double mean = gsl_stats_mean(x, 1, n);
  if (mean <= 0) return (interval){mean, mean, mean};
  const double factor = exp(reach(x, n, mean, confidence) / mean);
  return (interval){mean, mean / factor, mean * factor};
}

interval statistics_exponent(const double *x, const double *y, size_t n, double confidence) {
  double *const logs = malloc(2 * n * sizeof *logs);
  interval found = {NAN, NAN, NAN};
  double constant, cov00, cov01, cov11, squares;
  if (logs == NULL) return found;
  for (size_t i = 0; i < n; i++) {
    logs[i] = log(x[i]);
    logs[n + i] = log(y[i]);
  }
  (void)gsl_fit_linear(logs, 1, logs + n, 1, n, &constant, &found.value, &cov00, &cov01, &cov11, &squares);
  const double half = quantile(confidence, n - 2) * sqrt(cov11);
  found.low = found.value - half;
  found.high = found.value + half;
  free(logs);
  return found;
}

double statistics_each(double confidence, size_t count) { return 1 - (1 - confidence) / (double)count; }
