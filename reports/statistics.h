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

/* The exponent b of y = c x^b: the slope of least squares through the logarithms, n > 2 points, all positive; by
   Student's t with n - 2 degrees of freedom. */
interval statistics_exponent(const double *x, const double *y, size_t n, double confidence);

/* Spearman's correlation of n > 1 pairs: that of their ranks. NaN if a number is, or without memory. */
double statistics_rank_correlation(const double *x, const double *y, size_t n);

/* The share of count tests that a family of tests of this joint confidence leaves each (Bonferroni). */
double statistics_each(double confidence, size_t count);

#ifdef __cplusplus
}
#endif

#endif
