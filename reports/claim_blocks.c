/* Claims about what stands around attention: parameters, layer norm, feed-forward, blocks. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <lapacke.h>

#include "check/judge/reference.h"
#include "ref/feed_forward.h"
#include "ref/layer_norm.h"
#include "reports/claims.h"
#include "reports/layer.h"
#include "reports/one_head.h"
#include "reports/statistics.h"

/* ---- parameters: a figure that is said with so many digits is right to half a unit of the last; "about", to 1% */

static bool is_about(double found, double said) { return fabs(found / said - 1) <= 0.01; }

static bool rounds_to(double found, double said, double unit) { return fabs(found - said) <= unit / 2; }

static const attest_model_sizes gpt3 = {
    .d_model = 12288, .q_heads = 96, .kv_heads = 96, .d_k = 128, .d_v = 128, .layers = 96};

void claim_gpt3(const study_settings *asked, claim_found *found) {
  attest_parameters c;
  (void)asked;
  if (attest_count_parameters(&gpt3, &c) != ATTEST_OK) return;
  const int64_t head = c.query_head + c.key_head + c.value_down_head;
  const double share = (double)c.total / 175e9;
  const bool all = rounds_to((double)c.query_head, 1.57e6, 0.01e6) && rounds_to((double)head, 4.7e6, 0.1e6) &&
                   is_about((double)c.attention_layer, 600e6) && rounds_to((double)c.total, 58e9, 1e9) &&
                   is_about(share, 1.0 / 3);
  claim_judge(found, all, false,
              "W_Q of a head %" PRId64 "; query, key and value-down of a head %" PRId64
              "; attention of a layer %" PRId64 "; of 96 layers %" PRId64 ", %.1f%% of 175 billion",
              c.query_head, head, c.attention_layer, c.total, 100 * share);
}

/* The rank of a product of random matrices, n x r and r x n: singular values above rounding. -1: no memory. */
static int rank_of_product(uint64_t seed, size_t n, size_t r) {
  double *const a = calloc(n * n, sizeof *a), *const values = malloc(n * sizeof *values);
  double *const entries = malloc(2 * n * r * sizeof *entries), *const work = malloc(n * sizeof *work);
  int rank = -1;
  if (a != NULL && values != NULL && entries != NULL && work != NULL) {
    layer_fill(seed, 0, 1, entries, (int64_t)(2 * n * r));
    for (size_t i = 0; i < n; i++)
      for (size_t j = 0; j < n; j++)
        for (size_t m = 0; m < r; m++) a[i * n + j] += entries[i * r + m] * entries[n * r + j * r + m];
    const lapack_int side = (lapack_int)n;
    if (LAPACKE_dgesvd(LAPACK_ROW_MAJOR, 'N', 'N', side, side, a, side, values, NULL, side, NULL, side, work) == 0) {
      rank = 0;
      for (size_t m = 0; m < n; m++) rank += values[m] > 1e-12 * values[0];
    }
  }
  free(a);
  free(values);
  free(entries);
  free(work);
  return rank;
}

/* The rank at a size whose singular values are quickly found. */
void claim_value_map(const study_settings *asked, claim_found *found) {
  enum { N = 64, R = 8 };
  attest_model_sizes full = gpt3;
  attest_parameters whole, parts;
  full.q_heads = full.kv_heads = 1;
  full.d_v = full.d_model;
  const int rank = rank_of_product(asked->seed, N, R);
  if (rank < 0 || attest_count_parameters(&full, &whole) != ATTEST_OK ||
      attest_count_parameters(&gpt3, &parts) != ATTEST_OK)
    return;
  const int64_t both = parts.value_down_head + parts.value_up_head;
  claim_judge(found,
              is_about((double)whole.value_down_head, 150e6) && rounds_to((double)both, 3.1e6, 0.1e6) && rank <= R,
              false,
              "full value map %" PRId64 " parameters; value-down with value-up %" PRId64
              "; a product of %d x %d and %d x %d matrices has rank %d",
              whole.value_down_head, both, N, R, R, N, rank);
}

/* ---- layers in binary64, of T tokens */

enum { T = 6, D = 16, HEADS = 4, HIDDEN = 4 * D, TOKENS = T * D };

/* A block with random weights and its tokens. */
typedef struct tokens {
  layer l;
  double gain[D], offset[D], w_1[HIDDEN * D], b_1[HIDDEN], w_2[D * HIDDEN], b_2[D];
  attest_block block;
} tokens;

static bool make(tokens *t, uint64_t seed) {
  layer_fill(seed, 10000, 1, t->gain, D);
  layer_fill(seed, 10100, 1, t->offset, D);
  layer_fill(seed, 20000, 0.25, t->w_1, (int64_t)HIDDEN * D);
  layer_fill(seed, 30000, 0.25, t->b_1, HIDDEN);
  layer_fill(seed, 40000, 0.25, t->w_2, (int64_t)D * HIDDEN);
  layer_fill(seed, 50000, 0.25, t->b_2, D);
  const bool made = layer_make(&t->l, seed, 1, T, D, HEADS, false, 0);
  t->block = (attest_block){.attention = t->l.of,
                            .gain_1 = t->gain,
                            .offset_1 = t->offset,
                            .gain_2 = t->gain,
                            .offset_2 = t->offset,
                            .epsilon = 1e-5,
                            .d_hidden = HIDDEN,
                            .w_1 = t->w_1,
                            .b_1 = t->b_1,
                            .w_2 = t->w_2,
                            .b_2 = t->b_2};
  return made;
}

static void norm(const tokens *t, const double *x, double *y) {
  ref_layer_norm(x, t->gain, t->offset, y, T, D, t->block.epsilon);
}

static void feed(const tokens *t, const double *x, double *y) {
  double hidden[T * HIDDEN];
  ref_feed_forward(x, t->w_1, t->b_1, t->w_2, t->b_2, hidden, y, T, D, HIDDEN);
}

static bool attend(const tokens *t, const double *x, bool causal, double *y) {
  return layer_forward(&t->l.of, x, T, x, T, causal, y);
}

/* count blocks, all the same. */
static bool stack(const tokens *t, int64_t count, double *x) {
  const attest_block blocks[] = {t->block, t->block};
  size_t bytes;
  if (attest_stack_workspace(blocks, count, T, &bytes) != ATTEST_OK) return false;
  void *const workspace = malloc(bytes);
  const bool good =
      workspace != NULL && attest_stack_forward(blocks, count, x, T, false, workspace, bytes) == ATTEST_OK;
  free(workspace);
  return good;
}

/* r = x + MHA(LN(x)), y = r + FFN(LN(r)), step by step. */
static bool block_by_hand(const tokens *t, const double *x, double *y) {
  double normed[T * D], r[T * D];
  norm(t, x, normed);
  if (!attend(t, normed, false, r)) return false;
  for (int n = 0; n < T * D; n++) r[n] += x[n];
  norm(t, r, normed);
  feed(t, normed, y);
  for (int n = 0; n < T * D; n++) y[n] += r[n];
  return true;
}

void claim_block(const study_settings *asked, claim_found *found) {
  tokens t;
  double y[T * D], once[T * D], twice[T * D], both[T * D];
  if (make(&t, asked->seed) && block_by_hand(&t, t.l.x, y)) {
    (void)memcpy(once, t.l.x, sizeof once);
    (void)memcpy(both, t.l.x, sizeof both);
    if (stack(&t, 1, once) && stack(&t, 2, both)) {
      (void)memcpy(twice, once, sizeof twice);
      if (stack(&t, 1, twice)) {
        const double off = layer_difference(y, once, (int64_t)T * D),
                     stacked = layer_difference(twice, both, (int64_t)T * D);
        claim_judge(found, off == 0 && stacked == 0, false,
                    "step by step: difference %g; two blocks one after the other and as a stack: %g", off, stacked);
      }
    }
  }
  layer_free(&t.l);
}

/* By the mean and the standard deviation of the entries. */
void claim_norm(const study_settings *asked, claim_found *found) {
  tokens t;
  double y[T * D], worst = 0, magnitude = 0;
  if (make(&t, asked->seed)) {
    norm(&t, t.l.x, y);
    for (int i = 0; i < T; i++) {
      const double *const x = t.l.x + (ptrdiff_t)i * D, mean = statistics_average(x, D);
      const double deviation = statistics_deviation(x, D), root = sqrt(deviation * deviation + t.block.epsilon);
      for (int c = 0; c < D; c++) {
        const double z = (x[c] - mean) / root, off = fabs(z * t.gain[c] + t.offset[c] - y[i * D + c]);
        worst = statistics_larger(worst, off);
        magnitude =
            statistics_larger(magnitude, (fabs(x[c]) + fabs(mean)) / root * fabs(t.gain[c]) + fabs(t.offset[c]));
      }
    }
    claim_judge(found, worst <= claim_rounding(2 * D + 8, magnitude), false, "largest difference from the z-score %.2g",
                worst);
  }
  layer_free(&t.l);
}

/* How many of the other tokens' vectors change, bit for bit, when one token does. */
static int changed(const double *before, const double *after, int token) {
  int count = 0;
  for (int i = 0; i < T; i++)
    count += i != token && !layer_same_bits(before + (ptrdiff_t)i * D, after + (ptrdiff_t)i * D, D);
  return count;
}

void claim_mixing(const study_settings *asked, claim_found *found) {
  enum { TOKEN = 2 };
  tokens t;
  double x[T * D], before[T * D], after[T * D];
  if (make(&t, asked->seed)) {
    (void)memcpy(x, t.l.x, sizeof x);
    for (int c = 0; c < D; c++) x[TOKEN * D + c] += 1 + c;
    norm(&t, t.l.x, before);
    norm(&t, x, after);
    const int by_norm = changed(before, after, TOKEN);
    feed(&t, t.l.x, before);
    feed(&t, x, after);
    const int by_feed = changed(before, after, TOKEN);
    if (attend(&t, t.l.x, false, before) && attend(&t, x, false, after)) {
      const int by_attention = changed(before, after, TOKEN);
      claim_judge(found, by_norm == 0 && by_feed == 0 && by_attention == T - 1, false,
                  "one token perturbed: of the %d others layer norm changes %d, feed-forward %d, attention %d", T - 1,
                  by_norm, by_feed, by_attention);
    }
  }
  layer_free(&t.l);
}

/* Attention with queries and keys kept and the values doubled, against twice that; NAN: no memory. */
static double nonlinear_in_values(const layer *l) {
  double v[T * D], once[T * D], doubled[T * D];
  for (int n = 0; n < T * D; n++) v[n] = 2 * l->v[n];
  const attest_problem before = one_head_problem(l->q, l->k, l->v, T, T, D, D),
                       after = one_head_problem(l->q, l->k, v, T, T, D, D);
  if (reference_compute(&before, once, NULL, NULL) != ATTEST_OK ||
      reference_compute(&after, doubled, NULL, NULL) != ATTEST_OK)
    return NAN;
  for (int n = 0; n < T * D; n++) once[n] *= 2;
  return layer_difference(once, doubled, TOKENS);
}

/* Linear: f(2x) = 2 f(x), within rounding; essentially so: within 1% of its norm. */
void claim_linear(const study_settings *asked, claim_found *found) {
  tokens t;
  double x[T * D], once[T * D], doubled[T * D], off = 0, whole = 0;
  if (make(&t, asked->seed)) {
    for (int n = 0; n < T * D; n++) x[n] = 2 * t.l.x[n];
    const double values = nonlinear_in_values(&t.l);
    if (!isnan(values) && attend(&t, t.l.x, false, once) && attend(&t, x, false, doubled)) {
      for (int n = 0; n < T * D; n++) {
        off += pow(doubled[n] - 2 * once[n], 2);
        whole += pow(2 * once[n], 2);
      }
      const double share = sqrt(off / whole);
      claim_judge(found, share <= claim_rounding(4 * D, D), share < 0.01,
                  "f(2x) differs from 2 f(x) by %.0f%% of its norm; for fixed weights doubling V doubles the output, "
                  "with a difference of %g",
                  100 * share, values);
    }
  }
  layer_free(&t.l);
}

void claim_later_tokens(const study_settings *asked, claim_found *found) {
  tokens t;
  double x[T * D], before[T * D], after[T * D];
  int same = 0;
  bool good = make(&t, asked->seed) && attend(&t, t.l.x, true, before);
  for (int i = 0; good && i < T - 1; i++) {
    (void)memcpy(x, t.l.x, sizeof x);
    layer_fill(asked->seed + 1, (uint64_t)i * T * D, 100, x + (ptrdiff_t)(i + 1) * D, (int64_t)(T - 1 - i) * D);
    good = attend(&t, x, true, after);
    same += layer_same_bits(before, after, (int64_t)(i + 1) * D);
  }
  layer_free(&t.l);
  if (good)
    claim_judge(found, same == T - 1, false, "other tokens after i: no bit of the rows up to i changes, for %d of %d i",
                same, T - 1);
}
