/* Claims about heads. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check/judge/reference.h"
#include "ref/multi_head.h"
#include "ref/teaching/simplified.h"
#include "ref/teaching/multi_head_sum.h"
#include "reports/claims.h"
#include "reports/layer.h"
#include "reports/one_head.h"
#include "reports/statistics.h"

/* The largest absolute value of n numbers. */
static double largest(const double *x, int64_t n) {
  double most = 0;
  for (int64_t i = 0; i < n; i++) most = statistics_larger(most, fabs(x[i]));
  return most;
}

/* A layer as plain attention of one head over its own projections; and, with d_k = 1, log (w_ij / w_i0) against the
   difference of two products of scalars. */
void claim_one_head(const study_settings *asked, claim_found *found) {
  enum { T = 6, D = 8 };
  layer one, many;
  double z[T * D], off = NAN, apart = 0;
  if (layer_make(&one, asked->seed, 1, T, D, 1, false, 0)) {
    const attest_problem p = one_head_problem(one.q, one.k, one.v, T, T, D, D);
    if (reference_compute(&p, z, NULL, NULL) == ATTEST_OK)
      off = layer_difference(z, one.joined, (int64_t)T * D) + layer_difference(one.y, one.by_hand, (int64_t)T * D);
  }
  layer_free(&one);
  const bool made = layer_make(&many, asked->seed, 1, T, D, D, false, 0);
  for (int h = 0; made && h < D; h++)
    for (int i = 0; i < T; i++)
      for (int j = 0; j < T; j++) {
        const double *const w = many.weights + (ptrdiff_t)(h * T + i) * T;
        const double product = many.q[i * D + h] * (many.k[j * D + h] - many.k[h]);
        apart = statistics_larger(apart, fabs(log(w[j] / w[0]) - product));
      }
  const double magnitude = made ? largest(many.q, (int64_t)T * D) * largest(many.k, (int64_t)T * D) : 0;
  layer_free(&many);
  if (made && !isnan(off))
    claim_judge(found, off == 0 && apart <= claim_rounding(16, 1 + 2 * magnitude), false,
                "h = 1: difference from attention without heads %g; h = d_model: d_k = 1, scores differ from products "
                "of scalars by %.2g at most",
                off, apart);
}

/* ---- shapes */

static bool has_shape(const layer *l, const char *name, int dimensions, const int64_t *size) {
  for (int n = 0; n < l->steps; n++)
    if (strcmp(l->step[n].name, name) == 0)
      return l->step[n].dimensions == dimensions &&
             memcmp(l->step[n].size, size, (size_t)dimensions * sizeof *size) == 0;
  return false;
}

typedef struct stated_shape {
  const char *name;
  int dimensions;
  int64_t size[4];
} stated_shape;

static void judge_shapes(const layer *l, const stated_shape *stated, int count, claim_found *found) {
  char text[96], whole[sizeof found->figure] = "";
  bool all = true;
  for (int n = 0; n < count; n++) all = all && has_shape(l, stated[n].name, stated[n].dimensions, stated[n].size);
  for (int n = 0; n < l->steps; n++) {
    layer_print_shape(&l->step[n], text);
    (void)strncat(whole, n > 0 ? " " : "", sizeof whole - strlen(whole) - 1);
    (void)strncat(whole, text, sizeof whole - strlen(whole) - 1);
  }
  claim_judge(found, all, false, "%s", whole);
}

void claim_shapes(const study_settings *asked, claim_found *found) {
  static const stated_shape stated[] = {{"x", 3, {2, 4, 8}},
                                        {"split into heads", 4, {2, 4, 2, 4}},
                                        {"heads first", 4, {2, 2, 4, 4}},
                                        {"scores, weights", 4, {2, 2, 4, 4}},
                                        {"side by side", 3, {2, 4, 8}},
                                        {"out", 3, {2, 4, 8}}};
  layer l;
  if (layer_make(&l, asked->seed, 2, 4, 8, 2, false, 0))
    judge_shapes(&l, stated, sizeof stated / sizeof stated[0], found);
  layer_free(&l);
}

void claim_more_shapes(const study_settings *asked, claim_found *found) {
  static const stated_shape stated[] = {{"x", 3, {4, 16, 512}},
                                        {"heads first", 4, {4, 4, 16, 128}},
                                        {"scores, weights", 4, {4, 4, 16, 16}},
                                        {"output of the heads", 4, {4, 4, 16, 128}}};
  layer l;
  if (layer_make(&l, asked->seed, 4, 16, 512, 4, false, 0))
    judge_shapes(&l, stated, sizeof stated / sizeof stated[0], found);
  layer_free(&l);
}

/* x W_O, with W_O as [h d_v, d], is what attest.h stores as its transpose. */
void claim_original_sizes(const study_settings *asked, claim_found *found) {
  layer l;
  if (layer_make(&l, asked->seed, 1, 4, 512, 8, false, 0)) {
    const int64_t in[] = {1, 4, 512}, joined = l.of.q_heads * l.of.d_v;
    const bool same =
        has_shape(&l, "x", 3, in) && has_shape(&l, "out", 3, in) && layer_difference(l.y, l.by_hand, 4L * 512) == 0;
    claim_judge(found, l.of.d_k == 64 && l.of.d_v == 64 && joined == 512 && same, false,
                "d_k %.0f, W_O [%.0f, %.0f], a layer of these sizes gives (1, 4, 512) for (1, 4, 512)",
                (double)l.of.d_k, (double)joined, (double)l.of.d_model);
  }
  layer_free(&l);
}

/* ---- the module and its parts */

/* The module is attest_multi_head_forward. */
void claim_by_hand(const study_settings *asked, claim_found *found) {
  double worst = 0, magnitude = 0;
  for (uint64_t n = 0; n < 8; n++) {
    layer l;
    const bool made = layer_make(&l, asked->seed + n, 2, 5, 24, (int64_t)1 << n % 4, n >= 4, 0);
    const int64_t numbers = made ? l.batch * l.rows * l.of.d_model : 0;
    if (made) {
      const double off = layer_difference(l.y, l.by_hand, numbers);
      worst = statistics_larger(worst, off);
      magnitude = statistics_larger(magnitude, 24 * largest(l.joined, numbers) * largest(l.of.w_o, (int64_t)24 * 24));
    }
    layer_free(&l);
    if (!made) return;
  }
  claim_judge(found, worst <= claim_rounding(24, magnitude), false,
              "largest difference %.2g over 8 layers of 1, 2, 4 and 8 heads, causal and not", worst);
}

void claim_divisor(const study_settings *asked, claim_found *found) {
  enum { T = 6, D = 64, HEADS = 4, D_K = D / HEADS, SIZE = T * D, WEIGHTS = D * D };
  double off[2], magnitude = 0;
  for (int n = 0; n < 2; n++) {
    layer l;
    const bool made = layer_make(&l, asked->seed, 1, T, D, HEADS, false, n == 0 ? 1.0 / D_K : 1 / sqrt(D_K));
    if (made) {
      off[n] = layer_difference(l.y, l.by_hand, SIZE);
      magnitude = statistics_larger(magnitude, D * largest(l.joined, SIZE) * largest(l.of.w_o, WEIGHTS));
    }
    layer_free(&l);
    if (!made) return;
  }
  claim_judge(
      found, off[0] <= claim_rounding(D, magnitude), false,
      "scores divided by d_k give outputs that differ from the module by %.2g, scores divided by sqrt(d_k) by %.2g",
      off[0], off[1]);
}

/* y of a layer as the sum over heads of z_h W_Oh^T. */
void claim_value_up(const study_settings *asked, claim_found *found) {
  enum { T = 7, D = 48 };
  layer l;
  double y[T * D];
  if (layer_make(&l, asked->seed, 1, T, D, 6, false, 0)) {
    const ref_lengths n = {T, T};
    double *const work = malloc((size_t)ref_multi_head_doubles(l.of, n) * sizeof *work);
    unsigned char seen[T];
    if (work != NULL) {
      ref_multi_head_sum(l.of, l.x, l.x, n, 0, y, work, seen);
      const double off = layer_difference(y, l.y, (int64_t)T * D),
                   magnitude = D * largest(l.joined, (int64_t)T * D) * largest(l.of.w_o, (int64_t)D * D);
      claim_judge(found, off <= claim_rounding(D, magnitude), false, "largest difference %.2g", off);
    }
    free(work);
  }
  layer_free(&l);
}

void claim_root(const study_settings *asked, claim_found *found) {
  (void)asked;
  claim_judge(found, fabs(sqrt(128) - 11.3) < 0.05, false, "%.4f", sqrt(128));
}

/* z (heads x rows x d_k) side by side, times W_O^T, against y; the largest difference, and the magnitude that rounding
   is measured by. */
static double difference_of_heads(const layer *l, const double *z, const double *y, int64_t rows, double *magnitude) {
  const int64_t d = l->of.d_model, d_k = l->of.d_k;
  double off = 0;
  *magnitude = (double)d * largest(z, rows * d) * largest(l->of.w_o, d * d);
  for (int64_t i = 0; i < rows; i++)
    for (int64_t c = 0; c < d; c++) {
      double sum = 0;
      for (int64_t m = 0; m < d; m++) sum += z[(m / d_k * rows + i) * d_k + m % d_k] * l->of.w_o[c * d + m];
      off = statistics_larger(off, fabs(sum - y[i * d + c]));
    }
  return off;
}

/* The first rows of a sequence as queries, all others as context: the function that does self-attention, and the
   queries, keys and values of both taken apart. */
void claim_cross(const study_settings *asked, claim_found *found) {
  enum { T = 5, S = 9, D = 16, HEADS = 2, D_K = D / HEADS };
  layer l;
  double y[T * D], z[T * D], magnitude;
  if (layer_make(&l, asked->seed, 1, T + S, D, HEADS, false, 0) &&
      layer_forward(&l.of, l.x, T, l.x + (ptrdiff_t)T * D, S, false, y)) {
    const attest_problem p = {.q = {l.q, ATTEST_F64, {1, HEADS, T, D_K}, {0, D_K, D, 1}},
                              .k = {l.k + (ptrdiff_t)T * D, ATTEST_F64, {1, HEADS, S, D_K}, {0, D_K, D, 1}},
                              .v = {l.v + (ptrdiff_t)T * D, ATTEST_F64, {1, HEADS, S, D_K}, {0, D_K, D, 1}}};
    if (reference_compute(&p, z, NULL, NULL) == ATTEST_OK) {
      const double off = difference_of_heads(&l, z, y, T, &magnitude);
      claim_judge(found, off <= claim_rounding(D, magnitude), false,
                  "%d queries over %d rows of another sequence differ by %.2g from attention on separate q, k and v", T,
                  S, off);
    }
  }
  layer_free(&l);
}

void claim_simplified(const study_settings *asked, claim_found *found) {
  enum { T = 9, D = 5 };
  double x[T * D], y[T * D], out[T * D], w[T];
  unsigned char seen[T];
  layer_fill(asked->seed, 0, 1, x, (int64_t)T * D);
  attest_problem p = one_head_problem(x, x, x, T, T, D, D);
  p.scale = 1;
  p.causal = true;
  p.alignment = ATTEST_ALIGN_TOP_LEFT;
  if (reference_compute(&p, out, NULL, NULL) != ATTEST_OK) return;
  ref_simplified(x, y, T, D, w, seen);
  const double off = layer_difference(out, y, (int64_t)T * D);
  claim_judge(found, off == 0, false, "largest difference %g", off);
}
