/* Claims about random scores. Variances and means are judged by intervals that hold the truth in 99% of runs, all
   figures of a claim together; the other claims by thresholds. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/cases/random.h"
#include "check/judge/reference.h"
#include "reports/claims.h"
#include "reports/numpy_normals.h"
#include "reports/one_head.h"
#include "reports/peakedness.h"
#include "reports/saturation.h"
#include "reports/scores.h"

static bool holds(interval i, double x) { return x >= i.low && x <= i.high; }

static interval normal_variance(const study_settings *asked, int64_t d_k, size_t figures) {
  return scores_variance(SCORES_NORMAL, asked->seed, d_k, (size_t)asked->samples,
                         statistics_each(STUDY_CONFIDENCE, figures));
}

void claim_variance(const study_settings *asked, claim_found *found) {
  static const struct {
    int64_t d_k;
    double stated;
  } at[] = {{64, 8}, {256, 16}, {512, 22.6}};
  double deviation[3];
  bool all = true;
  for (int n = 0; n < 3; n++) {
    const interval v = normal_variance(asked, at[n].d_k, 3);
    if (isnan(v.value)) return;
    deviation[n] = sqrt(v.value);
    all = all && holds(v, (double)at[n].d_k) && fabs(sqrt((double)at[n].d_k) - at[n].stated) < 0.05;
  }
  claim_judge(found, all, false, "standard deviation %.2f at 64, %.2f at 256, %.2f at 512", deviation[0], deviation[1],
              deviation[2]);
}

void claim_scaled_variance(const study_settings *asked, claim_found *found) {
  enum { SIZES = 11 };
  double least = HUGE_VAL, most = 0;
  bool all = true;
  for (int n = 0; n < SIZES; n++) {
    const int64_t d_k = (int64_t)1 << n;
    const interval v = normal_variance(asked, d_k, SIZES);
    if (isnan(v.value)) return;
    least = fmin(least, v.value / (double)d_k);
    most = statistics_larger(most, v.value / (double)d_k);
    all = all && holds(v, (double)d_k);
  }
  claim_judge(found, all, false, "%.3f to %.3f at d_k = 1, 2, 4, .. 1024", least, most);
}

void claim_product_of_two(const study_settings *asked, claim_found *found) {
  const interval v = normal_variance(asked, 1, 1);
  if (!isnan(v.value)) claim_judge(found, holds(v, 1), false, "%.3f [%.3f, %.3f]", v.value, v.low, v.high);
}

/* Vanishing: from d_k = 16 to 4096 what is left falls below a quarter, and weights rise accordingly; not moving: within
   a tenth. */
void claim_saturation(const study_settings *asked, claim_found *found) {
  enum { QUERIES = 200 };
  interval few[SATURATION_SCALES][SATURATION_MEASURES], many[SATURATION_SCALES][SATURATION_MEASURES];
  if (!saturation_measured(asked->seed, 16, QUERIES, few) || !saturation_measured(asked->seed, 4096, QUERIES, many))
    return;
  bool vanish = 1 - many[SCALE_NONE][MEASURE_LARGEST].value < 0.25 * (1 - few[SCALE_NONE][MEASURE_LARGEST].value),
       stay = true;
  vanish = vanish && many[SCALE_NONE][MEASURE_ENTROPY].value < 0.25 * few[SCALE_NONE][MEASURE_ENTROPY].value &&
           many[SCALE_NONE][MEASURE_JACOBIAN].value < 0.25 * few[SCALE_NONE][MEASURE_JACOBIAN].value;
  for (int m = 0; m <= MEASURE_JACOBIAN; m++)
    stay = stay && fabs(many[SCALE_ROOT][m].value / few[SCALE_ROOT][m].value - 1) < 0.1;
  claim_judge(found, vanish && stay, vanish,
              "%d queries, d_k 16 to 4096: unscaled entropy %.3g to %.3g nats, largest weight %.3f to %.3f, Jacobian "
              "%.3f to %.3f; scaled %.3f to "
              "%.3f, %.3f to %.3f, %.3f to %.3f",
              QUERIES, few[0][MEASURE_ENTROPY].value, many[0][MEASURE_ENTROPY].value, few[0][MEASURE_LARGEST].value,
              many[0][MEASURE_LARGEST].value, few[0][MEASURE_JACOBIAN].value, many[0][MEASURE_JACOBIAN].value,
              few[1][MEASURE_ENTROPY].value, many[1][MEASURE_ENTROPY].value, few[1][MEASURE_LARGEST].value,
              many[1][MEASURE_LARGEST].value, few[1][MEASURE_JACOBIAN].value, many[1][MEASURE_JACOBIAN].value);
}

/* ---- the listing, with the numbers that NumPy gave it */

enum { T = 4, D_MODEL = 8, D_K = 4 };

/* Rows of x times columns of w. */
static void times(const double *x, const double *w, double *y) {
  for (int i = 0; i < T; i++)
    for (int c = 0; c < D_K; c++) {
      y[i * D_K + c] = 0;
      for (int m = 0; m < D_MODEL; m++) y[i * D_K + c] += x[i * D_MODEL + m] * w[m * D_K + c];
    }
}

/* The standard deviation of the T * T scores of the listing, with this factor in the place of 0.1. */
static double listing_deviation(double factor) {
  enum { X = T * D_MODEL, W = D_MODEL * D_K };
  double numbers[X + 2 * W], q[T * D_K], k[T * D_K], scores[T * T];
  numpy_normals(42, numbers, X + 2 * W);
  for (int n = X; n < X + 2 * W; n++) numbers[n] *= factor;
  times(numbers, numbers + X, q);
  times(numbers, numbers + X + W, k);
  for (int i = 0; i < T; i++)
    for (int j = 0; j < T; j++) {
      scores[i * T + j] = 0;
      for (int c = 0; c < D_K; c++) scores[i * T + j] += q[i * D_K + c] * k[j * D_K + c];
    }
  return statistics_deviation(scores, (size_t)T * T);
}

/* "About": within 5%; nearly, within a factor of two. With 1/sqrt(d_model) for 0.1, q and k have the variance 1 that
   the claim needs. */
void claim_listing(const study_settings *asked, claim_found *found) {
  (void)asked;
  const double listed = listing_deviation(0.1), whole = listing_deviation(1 / sqrt((double)D_MODEL));
  claim_judge(found, fabs(listed / 2 - 1) < 0.05, listed > 1 && listed < 4,
              "%.4f: weights * 0.1 shrink q and k; with weights of variance 1/d_model it is %.2f", listed, whole);
}

/* ---- gradients */

enum { KEYS = 16, QUERIES = 101 };

static int compare(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* The norms of d out / d q and d out / d K for one value a key: with g_j = d out / d s_j, by central differences of the
   reference (for a query 1 the keys are the scores), they are scale |sum g_j k_j| and scale |g| |q|, since
   s_j = scale q.k_j. false: no memory. */
static bool gradient_norms(const double *q, const double *k, int64_t d_k, double scale, uint64_t seed, double *at_q,
                           double *at_k) {
  const double h = 0x1p-14, one = 1;
  double v[KEYS], s[KEYS] = {0}, g[KEYS], out[2], squares = 0, q_squares = 0, sum_squares = 0;
  for (int j = 0; j < KEYS; j++) {
    v[j] = random_normal_at(seed, (uint64_t)j);
    for (int64_t c = 0; c < d_k; c++) s[j] += scale * q[c] * k[j * d_k + c];
  }
  attest_problem p = one_head_problem(&one, s, v, 1, KEYS, 1, 1);
  p.scale = 1;
  for (int j = 0; j < KEYS; j++) {
    const double score = s[j];
    for (int side = 0; side < 2; side++) {
      s[j] = side == 0 ? score + h : score - h;
      if (reference_compute(&p, &out[side], NULL, NULL) != ATTEST_OK) return false;
    }
    s[j] = score;
    g[j] = (out[0] - out[1]) / (2 * h);
    squares += g[j] * g[j];
  }
  for (int64_t c = 0; c < d_k; c++) {
    double sum = 0;
    for (int j = 0; j < KEYS; j++) sum += g[j] * k[j * d_k + c];
    sum_squares += sum * sum;
    q_squares += q[c] * q[c];
  }
  *at_q = scale * sqrt(sum_squares);
  *at_k = scale * sqrt(squares * q_squares);
  return true;
}

/* The middle of the norms over random queries. */
static bool middle_norms(uint64_t seed, int64_t d_k, double scale, double middle[2]) {
  double at_q[QUERIES], at_k[QUERIES];
  double *const q = malloc((size_t)(1 + KEYS) * (size_t)d_k * sizeof *q);
  bool good = q != NULL;
  for (uint64_t n = 0; good && n < QUERIES; n++) {
    scores_fill(SCORES_NORMAL, seed, 2 * n, q, d_k);
    scores_fill(SCORES_NORMAL, seed, 2 * n + 1, q + d_k, KEYS * d_k);
    good = gradient_norms(q, q + d_k, d_k, scale, seed + 1 + n, &at_q[n], &at_k[n]);
  }
  free(q);
  if (!good) return false;
  qsort(at_q, QUERIES, sizeof *at_q, compare);
  qsort(at_k, QUERIES, sizeof *at_k, compare);
  middle[0] = at_q[QUERIES / 2];
  middle[1] = at_k[QUERIES / 2];
  return true;
}

/* Nearly zero: a hundredth of what they are with scaled scores, at the largest d_k. Where softmax is not yet saturated
   unscaled gradients may be the larger ones, since they are not divided by sqrt(d_k). */
void claim_gradients(const study_settings *asked, claim_found *found) {
  static const int64_t widths[] = {4, 16, 64, 256, 1024, 4096};
  enum { WIDTHS = sizeof widths / sizeof widths[0] };
  char text[2][160] = {"", ""};
  int64_t larger = 0;
  double last = NAN;
  for (int n = 0; n < WIDTHS; n++) {
    double scaled[2], raw[2];
    if (!middle_norms(asked->seed, widths[n], 1 / sqrt((double)widths[n]), scaled) ||
        !middle_norms(asked->seed, widths[n], 1, raw))
      return;
    last = statistics_larger(raw[0] / scaled[0], raw[1] / scaled[1]);
    if (last > 1) larger = widths[n];
    for (int at = 0; at < 2; at++)
      (void)snprintf(text[at] + strlen(text[at]), sizeof text[at] - strlen(text[at]), "%s%.2g", n > 0 ? ", " : "",
                     raw[at] / scaled[at]);
  }
  claim_judge(found, last < 0.01, last < 0.5,
              "unscaled over scaled, %d keys, median norm over %d queries at d_k = 4, 16, 64, 256, 1024, 4096: %s at "
              "Q; %s at K; unscaled gradients are the larger ones up to d_k = %" PRId64,
              KEYS, QUERIES, text[0], text[1], larger);
}

/* ---- later rows */

/* Mean entropy of each row over causal matrices of normal q and k: holds if every row of every matrix is more diffuse
   than the one before, nearly if on average the entropy rises with the row (Spearman's rank correlation above 0.99). */
void claim_later_rows(const study_settings *asked, claim_found *found) {
  enum { ROWS = 64, WIDTH = 16, MATRICES = 100 };
  static double q[ROWS * WIDTH], k[ROWS * WIDTH], out[ROWS * WIDTH], w[ROWS * ROWS], mean[ROWS], place[ROWS];
  int steps = 0, rises = 0;
  for (int i = 0; i < ROWS; i++) {
    mean[i] = 0;
    place[i] = i + 1;
  }
  for (uint64_t n = 0; n < MATRICES; n++) {
    double before = -1;
    scores_fill(SCORES_NORMAL, asked->seed, 2 * n, q, (int64_t)ROWS * WIDTH);
    scores_fill(SCORES_NORMAL, asked->seed, 2 * n + 1, k, (int64_t)ROWS * WIDTH);
    attest_problem p = one_head_problem(q, k, q, ROWS, ROWS, WIDTH, WIDTH);
    p.causal = true;
    p.alignment = ATTEST_ALIGN_TOP_LEFT;
    if (reference_compute(&p, out, NULL, w) != ATTEST_OK) return;
    for (int i = 0; i < ROWS; i++) {
      const double entropy = peakedness_entropy(w + (ptrdiff_t)i * ROWS, ROWS);
      mean[i] += entropy / MATRICES;
      rises += i > 0 && entropy > before;
      steps += i > 0;
      before = entropy;
    }
  }
  const double rank = statistics_rank_correlation(place, mean, ROWS);
  claim_judge(found, rises == steps, rank > 0.99,
              "%d matrices: mean entropy %.2f in row 2, %.2f in row 8, %.2f in row 64 (log 64 = %.2f), rank "
              "correlation with the row %.4f; "
              "of all steps "
              "to the next row %.0f%% rise",
              MATRICES, mean[1], mean[7], mean[ROWS - 1], log(ROWS), rank, 100.0 * rises / steps);
}
