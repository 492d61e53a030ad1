/* With mean m and variance s^2 of n numbers, m +- t s / sqrt(n), t the quantile of Student's distribution with n - 1
   degrees of freedom. The logarithm of a mean has about the standard error s / (m sqrt(n)). A slope b of least squares
   is cov(x,y) / var(x) and has the standard error sqrt((var(y) - b cov(x,y)) / ((n - 2) var(x))), n - 2 degrees of
   freedom. Boost.Math is C++: this is what C sees of it. */
#include "reports/statistics.h"

#include <boost/math/distributions/binomial.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <boost/math/statistics/bivariate_statistics.hpp>
#include <boost/math/statistics/univariate_statistics.hpp>

#include <lapacke.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <new>
#include <vector>

namespace {

namespace policies = boost::math::policies;
namespace statistics = boost::math::statistics;

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

// what has no quantile gives NaN, and no exception, which C could not catch
using quiet =
    policies::policy<policies::domain_error<policies::ignore_error>, policies::pole_error<policies::ignore_error>,
                     policies::overflow_error<policies::ignore_error>,
                     policies::evaluation_error<policies::ignore_error>>;

double quantile(double confidence, std::size_t degrees) {
  const boost::math::students_t_distribution<double, quiet> student(static_cast<double>(degrees));
  return boost::math::quantile(student, 0.5 + confidence / 2);
}

// half the width of the interval of a mean
double reach(const double *x, std::size_t n, double confidence) {
  return quantile(confidence, n - 1) * std::sqrt(statistics::sample_variance(x, x + n) / static_cast<double>(n));
}

// the places of n numbers in their order, from 0; equal numbers share the middle of theirs
std::vector<double> ranks(const double *x, std::size_t n) {
  std::vector<double> rank(n);
  std::vector<double> sorted(x, x + n);
  std::sort(sorted.begin(), sorted.end());
  std::transform(x, x + n, rank.begin(), [&sorted](double value) {
    const auto [first, last] = std::equal_range(sorted.begin(), sorted.end(), value);
    return static_cast<double>((first - sorted.begin()) + (last - sorted.begin()) - 1) / 2;
  });
  return rank;
}

std::vector<double> logarithms(const double *x, std::size_t n) {
  std::vector<double> logs(n);
  std::transform(x, x + n, logs.begin(), [](double value) { return std::log(value); });
  return logs;
}

} // namespace

double statistics_larger(double a, double b) { return std::isnan(a) || a > b ? a : b; }

double statistics_average(const double *x, std::size_t n) { return statistics::mean(x, x + n); }

double statistics_deviation(const double *x, std::size_t n) { return std::sqrt(statistics::variance(x, x + n)); }

interval statistics_mean(const double *x, std::size_t n, double confidence) {
  const double mean = statistics::mean(x, x + n), half = reach(x, n, confidence);
  return {mean, mean - half, mean + half};
}

interval statistics_positive_mean(const double *x, std::size_t n, double confidence) {
  const double mean = statistics::mean(x, x + n);
  if (mean <= 0) return {mean, mean, mean};
  const double factor = std::exp(reach(x, n, confidence) / mean);
  return {mean, mean / factor, mean * factor};
}

interval statistics_median(const double *x, std::size_t n, double confidence) try {
  std::vector<double> sorted(x, x + n);
  std::sort(sorted.begin(), sorted.end());
  const boost::math::binomial_distribution<double, quiet> heads(static_cast<double>(n), 0.5);
  std::size_t below = 0; // numbers below the interval, and above it
  while (2 * (below + 1) <= n && boost::math::cdf(heads, static_cast<double>(below)) <= (1 - confidence) / 2) below++;
  const double middle = (sorted[(n - 1) / 2] + sorted[n / 2]) / 2;
  return below > 0 ? interval{middle, sorted[below - 1], sorted[n - below]} : interval{middle, unknown, unknown};
} catch (const std::bad_alloc &) {
  return {unknown, unknown, unknown};
}

interval statistics_exponent(const double *x, const double *y, std::size_t n, double confidence) try {
  const std::vector<double> u = logarithms(x, n), v = logarithms(y, n);
  const double covariance = statistics::covariance(u, v), of_u = statistics::variance(u),
               of_v = statistics::variance(v);
  const double slope = covariance / of_u, left = std::max(of_v - slope * covariance, 0.0);
  const double half = quantile(confidence, n - 2) * std::sqrt(left / (static_cast<double>(n - 2) * of_u));
  return {slope, slope - half, slope + half};
} catch (const std::bad_alloc &) {
  return {unknown, unknown, unknown};
}

double statistics_quadratic(const double *x, const double *y, std::size_t n, double coefficient[3]) try {
  const double unit = *std::max_element(x, x + n); // the columns of the matrix are of one magnitude
  std::vector<double> matrix(3 * n), right(n, 1.0);
  for (std::size_t i = 0; i < n; i++)
    for (std::size_t power = 0; power < 3; power++)
      matrix[3 * i + power] = std::pow(x[i] / unit, static_cast<double>(power)) / y[i];
  const auto rows = static_cast<lapack_int>(n);
  if (LAPACKE_dgels(LAPACK_ROW_MAJOR, 'N', rows, 3, 1, matrix.data(), 3, right.data(), 1) != 0) return unknown;
  double furthest = 0;
  for (std::size_t power = 0; power < 3; power++)
    coefficient[power] = right[power] / std::pow(unit, static_cast<double>(power));
  for (std::size_t i = 0; i < n; i++) {
    const double fitted = coefficient[0] + x[i] * (coefficient[1] + x[i] * coefficient[2]);
    furthest = statistics_larger(furthest, std::fabs(fitted / y[i] - 1));
  }
  return furthest;
} catch (const std::bad_alloc &) {
  return unknown;
}

double statistics_rank_correlation(const double *x, const double *y, std::size_t n) try {
  const auto is_nan = [](double value) { return std::isnan(value); };
  if (std::any_of(x, x + n, is_nan) || std::any_of(y, y + n, is_nan)) return unknown; // it has no place in an order
  return statistics::correlation_coefficient(ranks(x, n), ranks(y, n));
} catch (const std::bad_alloc &) {
  return unknown;
}

double statistics_each(double confidence, std::size_t count) {
  return 1 - (1 - confidence) / static_cast<double>(count);
}
