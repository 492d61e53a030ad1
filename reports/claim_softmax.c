/* Claims about softmax and the mean that it makes. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "check/judge/reference.h"
#include "reports/claims.h"
#include "reports/layer.h"
#include "reports/one_head.h"
#include "reports/peakedness.h"
#include "reports/sums.h"

enum { MOST = 4 };

/* softmax(scores) against stated weights, printed with so many digits after the point: holds if each is what is
   printed, nearly if each is within ten units of the last digit. */
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

/* In the hull: weights of at least 0 whose sum is 1, within rounding; beyond it in any case: a column outside the
   smallest and largest value of that column. */
static void look(const double *weights, const double *v, const double *out, int *good, int *outside) {
  double sum = 0, least = HUGE_VAL;
  bool beyond = false;
  for (int j = 0; j < KEYS; j++) {
    sum += weights[j];
    least = fmin(least, weights[j]);
  }
  for (int c = 0; c < D; c++) {
    double low = v[c], high = v[c];
    for (int j = 1; j < KEYS; j++) {
      low = fmin(low, v[j * D + c]);
      high = statistics_larger(high, v[j * D + c]);
    }
    const double slack = claim_rounding(2 * KEYS + 8, statistics_larger(fabs(low), fabs(high)));
    beyond = beyond || out[c] < low - slack || out[c] > high + slack;
  }
  *good += least >= 0 && fabs(sum - 1) <= claim_rounding(KEYS + 1, 1);
  *outside += beyond;
}

/* The scores themselves as weights. */
static void unweighted(const attest_problem *p, const double *v, int i, double *scores, double *out) {
  const double *const q = p->q.data, *const k = p->k.data;
  for (int c = 0; c < D; c++) out[c] = 0;
  for (int j = 0; j < KEYS; j++) {
    scores[j] = 0;
    for (int c = 0; c < D; c++) scores[j] += q[i * D + c] * k[j * D + c] / sqrt(D);
    for (int c = 0; c < D; c++) out[c] += scores[j] * v[j * D + c];
  }
}

void claim_hull(const study_settings *asked, claim_found *found) {
  enum { PROBLEMS = 500, ROWS = PROBLEMS * QUERIES };
  double q[Q_SIZE], k[SIZE], v[SIZE], out[Q_SIZE], w[QUERIES * KEYS], scores[KEYS], raw[D];
  int good = 0, outside = 0, ignored = 0, raw_outside = 0;
  for (uint64_t n = 0; n < PROBLEMS; n++) {
    layer_fill(asked->seed, n << 8, 1, q, Q_SIZE);
    layer_fill(asked->seed, (n << 8) + 64, 1, k, SIZE);
    layer_fill(asked->seed, (n << 8) + 128, 1, v, SIZE);
    const attest_problem p = one_head_problem(q, k, v, QUERIES, KEYS, D, D);
    if (reference_compute(&p, out, NULL, w) != ATTEST_OK) return;
    for (int i = 0; i < QUERIES; i++) {
      look(w + (ptrdiff_t)i * KEYS, v, out + (ptrdiff_t)i * D, &good, &outside);
      unweighted(&p, v, i, scores, raw);
      look(scores, v, raw, &ignored, &raw_outside);
    }
  }
  claim_judge(found, good == ROWS && outside == 0 && raw_outside > 0, false,
              "of %d rows %d have weights of 0 or more with sum 1, %d outputs leave the box of the values; with scores "
              "as weights %d do",
              ROWS, good, outside, raw_outside);
}

void claim_row_sums(const study_settings *asked, claim_found *found) {
  enum { N = 1024, ROWS = 1000 };
  const sums_rows rows = sums_of_rows(asked->seed, N, ROWS);
  claim_judge(found, rows.ones == 1 && rows.worst == 0, rows.worst <= rows.bound,
              "in the reals; in binary32 with %d keys the stored weights sum to 1 within %.2g (bound %.2g), and added "
              "in binary32 they "
              "give 1.0 in %.1f%% of rows",
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
