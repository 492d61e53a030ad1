#include "bench/rank.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

enum { EXACT = 20 };

static int compare(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

double rank_quantile(double *x, size_t n, double p) {
  qsort(x, n, sizeof *x, compare);
  const double at = p * (double)(n - 1);
  const size_t below = (size_t)at, above = below + 1 < n ? below + 1 : below;
  return x[below] + (at - (double)below) * (x[above] - x[below]);
}

/* The share of orders of n and m numbers with at most this U. By which number is the largest: count(n, m, U) =
   count(n-1, m, U-m) + count(n, m-1, U). */
static double share_up_to(size_t n, size_t m, size_t U) {
  static double count[EXACT + 1][EXACT + 1][EXACT * EXACT + 1]; /* the same for every call */
  double all = 0, part = 0;
  for (size_t i = 0; i <= n; i++)
    for (size_t j = 0; j <= m; j++)
      for (size_t u = 0; u <= i * j; u++) {
        const double first = i > 0 && u >= j ? count[i - 1][j][u - j] : 0,
                     second = j > 0 && u <= i * (j - 1) ? count[i][j - 1][u] : 0;
        count[i][j][u] = i == 0 || j == 0 ? 1 : first + second;
      }
  for (size_t u = 0; u <= n * m; u++) {
    all += count[n][m][u];
    if (u <= U) part += count[n][m][u];
  }
  return part / all;
}

/* Sum of t^3 - t over the groups of t equal numbers among both samples. */
static double tie_sum(const double *a, size_t n, const double *b, size_t m) {
  double sum = 0;
  for (size_t i = 0; i < n + m; i++) {
    const double x = i < n ? a[i] : b[i - n];
    double equal = 0;
    for (size_t j = 0; j < n + m; j++) equal += (j < n ? a[j] : b[j - n]) == x;
    sum += equal * equal - 1; /* each of the group's t numbers adds t^2 - 1 */
  }
  return sum;
}

double rank_test(const double *a, size_t n, const double *b, size_t m) {
  const double N = (double)n, M = (double)m, ties = tie_sum(a, n, b, m);
  double U = 0;
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < m; j++) U += a[i] < b[j] ? 1 : a[i] == b[j] ? 0.5 : 0;
  U = fmin(U, N * M - U);
  if (n == 0 || m == 0) return 1;
  if (n <= EXACT && m <= EXACT && ties == 0) return fmin(1, 2 * share_up_to(n, m, (size_t)U));
  const double variance = N * M / 12 * (N + M + 1 - ties / ((N + M) * (N + M - 1)));
  if (!(variance > 0)) return 1;
  return erfc(fmax(0, N * M / 2 - U - 0.5) / sqrt(2 * variance));
}

double rank_test_least(size_t n, size_t m) {
  double p = 2;
  for (size_t i = 1; i <= n; i++) p *= (double)i / (double)(m + i);
  return fmin(1, p);
}
