/* A sum in which each term goes through at most h additions is within gamma_h = h u / (1 - h u) times the sum of
   magnitudes [Higham2002, section 4.2]: h = n - 1 in order, n/16 - 1 + 15 in 16 lanes, ceil(log2 n) pairwise.
   Compensated: 2 u + O(n u^2) [Higham2002, section 4.3]. The stored weights p_j / S of a row of softmax: S within
   gamma_(n-1) of the sum of the p_j, each quotient within u, so that their sum is within (gamma_(n-1) + u) / (1 -
   gamma_(n-1)) of 1, but for underflow, n times the smallest number. */
#include "reports/sums.h"

#include <math.h>
#include <stdlib.h>

#include "check/cases/format.h"
#include "check/cases/random.h"
#include "check/judge/bound.h"

static const char *const names[SUMS_ORDERS] = {"in order", "16 lanes", "pairwise", "compensated"};

const char *sums_order_name(sums_order order) { return names[order]; }

static void softmax(const float *scores, float *w, int n) {
  float most = scores[0], sum = 0;
  for (int j = 1; j < n; j++) most = fmaxf(most, scores[j]);
  for (int j = 0; j < n; j++) sum += w[j] = expf(scores[j] - most);
  for (int j = 0; j < n; j++) w[j] /= sum;
}

sums_rows sums_of_rows(uint64_t seed, int n, int rows) {
  const double u = format_of(ATTEST_F32)->unit_roundoff, g = bound_gamma(n - 1, u);
  sums_rows found = {0, (g + u) / (1 - g) + n * format_of(ATTEST_F32)->largest_lost, 0};
  float scores[SUMS_MOST] = {0}, w[SUMS_MOST];
  for (int row = 0; row < rows; row++) {
    double exact = 0; /* of numbers of 24 bits, far more exactly than it matters */
    for (int j = 0; j < n; j++) scores[j] = (float)random_normal_at(seed, (uint64_t)row * SUMS_MOST + (uint64_t)j);
    softmax(scores, w, n);
    for (int j = 0; j < n; j++) exact += (double)w[j];
    found.worst = statistics_larger(found.worst, fabs(exact - 1));
    found.ones += sums_added(SUMS_IN_ORDER, w, n) == 1.0F ? 1.0 / rows : 0;
  }
  return found;
}

static float in_lanes(const float *x, int n) {
  float lane[16] = {0}, sum = 0;
  for (int j = 0; j < n; j++) lane[j % 16] += x[j];
  for (int l = 0; l < 16; l++) sum += lane[l];
  return sum;
}

/* Neighbours are added, then neighbours of these, in place of a copy. */
static float pairwise(const float *x, int n) {
  float part[SUMS_MOST] = {0};
  for (int j = 0; j < n; j++) part[j] = x[j];
  for (; n > 1; n = (n + 1) / 2)
    for (int j = 0; j < n; j += 2) part[j / 2] = j + 1 < n ? part[j] + part[j + 1] : part[j];
  return part[0];
}

static float compensated(const float *x, int n) {
  float sum = 0, lost = 0;
  for (int j = 0; j < n; j++) {
    const float next = x[j] - lost, whole = sum + next;
    lost = (whole - sum) - next;
    sum = whole;
  }
  return sum;
}

float sums_added(sums_order order, const float *x, int n) {
  if (order == SUMS_LANES) return in_lanes(x, n);
  if (order == SUMS_PAIRWISE) return pairwise(x, n);
  if (order == SUMS_COMPENSATED) return compensated(x, n);
  float sum = 0;
  for (int j = 0; j < n; j++) sum += x[j];
  return sum;
}

double sums_bound(sums_order order, int n) {
  const double u = format_of(ATTEST_F32)->unit_roundoff;
  if (order == SUMS_LANES) return bound_gamma(ceil(n / 16.0) - 1 + 15, u);
  if (order == SUMS_PAIRWISE) return bound_gamma(ceil(log2(n)), u);
  if (order == SUMS_COMPENSATED) return 2 * u + 2 * n * u * u;
  return bound_gamma(n - 1, u);
}

interval sums_error(sums_order order, uint64_t seed, int n, size_t samples, double confidence, double *worst) {
  float x[SUMS_MOST] = {0};
  double *const share = malloc(samples * sizeof *share);
  if (share == NULL) return (interval){NAN, NAN, NAN};
  *worst = 0;
  for (size_t s = 0; s < samples; s++) {
    double exact = 0, magnitude = 0;
    for (int j = 0; j < n; j++) {
      x[j] = (float)random_uniform_at(seed, s * SUMS_MOST + (uint64_t)j);
      exact += (double)x[j];
      magnitude += fabs((double)x[j]);
    }
    share[s] = fabs((double)sums_added(order, x, n) - exact) / magnitude;
    *worst = statistics_larger(*worst, share[s]);
  }
  const interval found = statistics_positive_mean(share, samples, confidence);
  free(share);
  return found;
}
