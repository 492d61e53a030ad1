/* Claims about softmax and the mean that it makes. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <lapacke.h>

#include "check/judge/reference.h"
#include "reports/claims.h"
#include "reports/layer.h"
#include "reports/one_head.h"
#include "reports/peakedness.h"
#include "reports/sums.h"

enum { MOST = 4 };

/* softmax(scores) against stated weights, printed with so many digits after the point: holds if each is what is
   printed, nearly if each is within two units of the last digit. */
static void judge_row(const double *scores, const double *stated, int64_t n, int digits, claim_found *found) {
  double w[MOST], worst = 0;
  const double unit = pow(10, -digits);
  char text[120] = "";
  if (!one_head_softmax(scores, w, n)) return;
  for (int64_t j = 0; j < n; j++) {
    const double off = fabs(w[j] - stated[j]);
    worst = statistics_larger(worst, off);
    (void)snprintf(text + strlen(text), sizeof text - strlen(text), w[j] > 0 && w[j] < unit ? "%s%.2g" : "%s%.4g",
                   j > 0 ? ", " : "", w[j]);
  }
  claim_judge(found, worst <= unit / 2, worst <= 2 * unit, "[%s]", text);
}

void claim_hundred(const study_settings *asked, claim_found *found) {
  (void)asked;
  judge_row((const double[]){100, 1, 2}, (const double[]){1, 0, 0}, 3, 3, found);
}

void claim_one(const study_settings *asked, claim_found *found) {
  (void)asked;
  judge_row((const double[]){1, 0.1, 0.2}, (const double[]){0.4, 0.3, 0.3}, 3, 3, found);
}

void claim_two_of_four(const study_settings *asked, claim_found *found) {
  (void)asked;
  judge_row((const double[]){0.32, 0.04, -HUGE_VAL, -HUGE_VAL}, (const double[]){0.52, 0.48, 0, 0}, 4, 2, found);
}

/* Exactly; and in random causal matrices the first row too. */
void claim_one_of_four(const study_settings *asked, claim_found *found) {
  enum { ROWS = 4, MATRICES = 1000 };
  double w[ROWS], q[ROWS], out[ROWS], weights[ROWS * ROWS];
  int exact = 0;
  if (!one_head_softmax((const double[]){0.3, -HUGE_VAL, -HUGE_VAL, -HUGE_VAL}, w, ROWS)) return;
  for (uint64_t n = 0; n < MATRICES; n++) {
    layer_fill(asked->seed, n * ROWS, 3, q, ROWS);
    attest_problem p = one_head_problem(q, q, q, ROWS, ROWS, 1, 1);
    p.causal = true;
    p.alignment = ATTEST_ALIGN_TOP_LEFT;
    if (reference_compute(&p, out, NULL, weights) != ATTEST_OK) return;
    exact += weights[0] == 1 && weights[1] == 0 && weights[2] == 0 && weights[3] == 0;
  }
  claim_judge(found, w[0] == 1 && w[1] == 0 && w[2] == 0 && w[3] == 0 && exact == MATRICES, false,
              "[%g, %g, %g, %g]; exactly so in %d of %d random causal matrices", w[0], w[1], w[2], w[3], exact,
              MATRICES);
}

/* Nearly: within half a thousandth. Smooth: more than half of the largest entropy. */
void claim_peaked(const study_settings *asked, claim_found *found) {
  static const double scores[MOST] = {22, -3, 1, -5};
  double divided[MOST], before[MOST], after[MOST];
  (void)asked;
  for (int j = 0; j < MOST; j++) divided[j] = scores[j] / 22.6;
  if (!one_head_softmax(scores, before, MOST) || !one_head_softmax(divided, after, MOST)) return;
  const double smooth = peakedness_entropy(after, MOST) / log(MOST);
  claim_judge(found, 1 - before[0] < 0.0005 && smooth > 0.5, false,
              "largest weight 1 - %.2g; divided, %.3f, with %.0f%% of the entropy of equal weights", 1 - before[0],
              after[0], 100 * smooth);
}

/* ---- means of values */

enum { QUERIES = 4, KEYS = 6, D = 5, Q_SIZE = QUERIES * D, SIZE = KEYS * D, PAIR = 2 * D };

/* The hull of KEYS = D + 1 values is a simplex: a point is in it if its barycentric coordinates, which are unique, are
   0 or more. Solved by LAPACK, apart from all weights: rows 1 .. D of the matrix are the values, row 0 asks for the
   sum 1. Returns the least coordinate; NAN: the values lie in a plane. */
static double least_coordinate(const double *v, const double *point) {
  double a[KEYS * KEYS], b[KEYS];
  lapack_int pivots[KEYS];
  double least = HUGE_VAL;
  for (int j = 0; j < KEYS; j++) {
    a[j] = 1;
    for (int c = 0; c < D; c++) a[(c + 1) * KEYS + j] = v[j * D + c];
  }
  b[0] = 1;
  for (int c = 0; c < D; c++) b[c + 1] = point[c];
  if (LAPACKE_dgesv(LAPACK_ROW_MAJOR, KEYS, 1, a, KEYS, pivots, b, 1) != 0) return NAN;
  for (int j = 0; j < KEYS; j++) least = fmin(least, b[j]);
  return least;
}

/* The scores themselves as weights. */
static void unweighted(const attest_problem *p, const double *v, int i, double *out) {
  const double *const q = p->q.data, *const k = p->k.data;
  for (int c = 0; c < D; c++) out[c] = 0;
  for (int j = 0; j < KEYS; j++) {
    double score = 0;
    for (int c = 0; c < D; c++) score += q[i * D + c] * k[j * D + c] / sqrt(D);
    for (int c = 0; c < D; c++) out[c] += score * v[j * D + c];
  }
}

/* Of random problems; a coordinate above -1e-9 may be 0 but for rounding. */
void claim_hull(const study_settings *asked, claim_found *found) {
  enum { PROBLEMS = 500, ROWS = PROBLEMS * QUERIES };
  double q[Q_SIZE], k[SIZE], v[SIZE], out[Q_SIZE], raw[D], least = HUGE_VAL;
  int inside = 0, raw_inside = 0;
  for (uint64_t n = 0; n < PROBLEMS; n++) {
    layer_fill(asked->seed, n << 8, 1, q, Q_SIZE);
    layer_fill(asked->seed, (n << 8) + 64, 1, k, SIZE);
    layer_fill(asked->seed, (n << 8) + 128, 1, v, SIZE);
    const attest_problem p = one_head_problem(q, k, v, QUERIES, KEYS, D, D);
    if (reference_compute(&p, out, NULL, NULL) != ATTEST_OK) return;
    for (int i = 0; i < QUERIES; i++) {
      const double coordinate = least_coordinate(v, out + (ptrdiff_t)i * D);
      least = fmin(least, coordinate);
      inside += coordinate >= -1e-9;
      unweighted(&p, v, i, raw);
      raw_inside += least_coordinate(v, raw) >= -1e-9;
    }
  }
  claim_judge(
      found, inside == ROWS && raw_inside < ROWS, false,
      "in the hull of their %d values in %d dimensions lie %d of %d outputs (least barycentric coordinate %.2g), "
      "and with the scores themselves as weights %d of %d",
      KEYS, D, inside, ROWS, least, raw_inside, ROWS);
}

void claim_row_sums(const study_settings *asked, claim_found *found) {
  enum { N = 1024, ROWS = 1000 };
  const sums_rows rows = sums_of_rows(asked->seed, N, ROWS);
  claim_judge(
      found, rows.ones == 1 && rows.worst == 0, rows.worst <= rows.bound,
      "exact for real numbers; in binary32 with %d keys the stored weights sum to 1 within %.2g (bound %.2g), and "
      "added in binary32 they give 1.0 in %.1f%% of rows",
      N, rows.worst, rows.bound, 100 * rows.ones);
}

/* One key whose score is 1000 above all others: exp(-1000) is 0 in binary64, so that its value comes out bit for bit.
   Equal scores: the mean within rounding. */
void claim_one_hot(const study_settings *asked, claim_found *found) {
  const double zeros[KEYS] = {0}, peak[KEYS] = {0, 0, 1000, 0, 0, 0}, one = 1;
  double v[SIZE], hot[D], mean[D], expected[D] = {0}, magnitude = 0;
  layer_fill(asked->seed, 0, 1, v, SIZE);
  attest_problem p = one_head_problem(&one, peak, v, 1, KEYS, 1, D);
  if (reference_compute(&p, hot, NULL, NULL) != ATTEST_OK) return;
  p.k = one_head_tensor(zeros, 1, 1, KEYS, 1);
  if (reference_compute(&p, mean, NULL, NULL) != ATTEST_OK) return;
  for (int n = 0; n < SIZE; n++) {
    expected[n % D] += v[n] / KEYS;
    magnitude = statistics_larger(magnitude, fabs(v[n]));
  }
  const double at_hot = layer_difference(hot, v + (ptrdiff_t)2 * D, D), at_mean = layer_difference(mean, expected, D);
  claim_judge(found, at_hot == 0 && at_mean <= claim_rounding(KEYS + 3, magnitude), false,
              "one-hot: difference %g; uniform: %.2g from the mean", at_hot, at_mean);
}

void claim_two_values(const study_settings *asked, claim_found *found) {
  const double scores[2] = {log(0.7), log(0.3)}, one = 1;
  double v[2 * D], out[D], expected[D], magnitude = 0;
  layer_fill(asked->seed, 0, 1, v, PAIR);
  attest_problem p = one_head_problem(&one, scores, v, 1, 2, 1, D);
  p.scale = 1;
  if (reference_compute(&p, out, NULL, NULL) != ATTEST_OK) return;
  for (int c = 0; c < D; c++) {
    expected[c] = 0.7 * v[c] + 0.3 * v[D + c];
    magnitude = statistics_larger(magnitude, fabs(v[c]) + fabs(v[D + c]));
  }
  const double off = layer_difference(out, expected, D);
  claim_judge(found, off <= claim_rounding(10, magnitude), false, "largest difference %.2g", off);
}
