/* Means and slopes with their intervals. */
#ifndef ATTEST_REPORTS_STATISTICS_H
#define ATTEST_REPORTS_STATISTICS_H

#ifdef __cplusplus
#include <cstddef>
extern "C" {
#else
#include <stddef.h>
#endif

/* A figure, and the interval that holds the true one with the confidence asked for. */
typedef struct interval {
  double value, low, high;
} interval;

/* The larger of two numbers, NaN if either is: what is not known is not small. */
double statistics_larger(double a, double b);

/* The mean of n > 0 numbers that are all there are. */
double statistics_average(const double *x, size_t n);

/* The standard deviation of n numbers that are all there are: the mean square distance from their mean is divided by n.
   */
double statistics_deviation(const double *x, size_t n);

/* The mean of n independent numbers, n > 1, by Student's t: exact for normal numbers, for others nearly where n is
   large. */
interval statistics_mean(const double *x, size_t n, double confidence);

/* The same, for numbers that are positive or 0: the interval is that of the logarithm of the mean (delta method), so
   that it is positive too. */
interval statistics_positive_mean(const double *x, size_t n, double confidence);

/* The median of n > 0 independent numbers; the interval is that between two of them, of at least this confidence for
   any distribution, NaN where n is too small for it. */
interval statistics_median(const double *x, size_t n, double confidence);

/* The exponent b of y = c x^b: the slope of least squares through the logarithms, n > 2 points, all positive; by
   Student's t with n - 2 degrees of freedom. */
interval statistics_exponent(const double *x, const double *y, size_t n, double confidence);

/* The coefficients of y = c[0] + c[1] x + c[2] x^2, by least squares of what is missing as a share of y, n > 2 points,
   y positive: returns the largest such share, NaN if they cannot be found. */
double statistics_quadratic(const double *x, const double *y, size_t n, double coefficient[3]);

/* Spearman's correlation of n > 1 pairs: that of their ranks. NaN if a number is, or without memory. */
double statistics_rank_correlation(const double *x, const double *y, size_t n);

/* The share of count tests that a family of tests of this joint confidence leaves each (Bonferroni). */
double statistics_each(double confidence, size_t count);

#ifdef __cplusplus
}
#endif

#endif
