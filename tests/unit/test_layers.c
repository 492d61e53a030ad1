/* Multi-head attention, layer norm, feed-forward, blocks and stacks: against an independent evaluation, and by
   properties that tutorials name. */
#include <math.h>

#include "ref/block.h"
#include "ref/concat.h"
#include "ref/dot.h"
#include "ref/feed_forward.h"
#include "ref/layer_norm.h"
#include "ref/linear.h"
#include "ref/layer_heads.h"
#include "ref/multi_head.h"
#include "ref/teaching/simplified.h"
#include "ref/teaching/multi_head_sum.h"
#include "ref/teaching/value_up.h"
#include "tests/unit/support.h"
#include "tests/unit/support_layers.h"

static const double u = 0x1p-53;

/* Sizes up to some, of a random layer. */
static attest_multi_head random_sizes(random_stream *r) {
  const int64_t kv_heads = random_integer(r, 1, 3);
  return (attest_multi_head){.d_model = random_integer(r, 1, 9),
                             .d_context = random_integer(r, 1, 7),
                             .q_heads = kv_heads * random_integer(r, 1, 3),
                             .kv_heads = kv_heads,
                             .d_k = random_integer(r, 1, 5),
                             .d_v = random_integer(r, 1, 5)};
}

static void multi_head_agrees_with_the_oracle(void **state) {
  (void)state;
  random_stream r = {31};
  for (int round = 0; round < 300; round++) {
    attest_multi_head a = random_sizes(&r);
    random_layer(&r, &a, random_one_in(&r, 2));
    const int64_t q_len = random_integer(&r, 0, 6), kv_len = random_integer(&r, 0, 7);
    const bool causal = random_one_in(&r, 2);
    double *x = random_array(&r, q_len * a.d_model), *context = random_array(&r, kv_len * a.d_context),
           *y = canaries(q_len * a.d_model);
    estimate *exact_x = exact_estimates(x, q_len * a.d_model),
             *exact_context = exact_estimates(context, kv_len * a.d_context);
    estimate *exact_y = exact_estimates(y, q_len * a.d_model);
    multi_head(&a, x, q_len, context, kv_len, causal, y);
    oracle_multi_head(&a, exact_x, q_len, exact_context, kv_len, causal, exact_y);
    assert_estimated(y, exact_y, q_len * a.d_model);
    void *const memory[] = {x, context, y, exact_x, exact_context, exact_y};
    for (int n = 0; n < 6; n++) free(memory[n]);
    random_layer_free(&a);
  }
}

/* Concatenating the heads and multiplying by W_O is the sum over heads of value-up maps: each within the estimate's
   error of the exact y. */
static void concatenation_is_a_sum_over_heads(void **state) {
  (void)state;
  random_stream r = {32};
  enum { Q_LEN = 5, KV_LEN = 6 };
  for (int round = 0; round < 100; round++) {
    attest_multi_head a = random_sizes(&r);
    random_layer(&r, &a, round % 2 == 0);
    const ref_lengths n = {Q_LEN, KV_LEN};
    double *x = random_array(&r, Q_LEN * a.d_model), *context = random_array(&r, KV_LEN * a.d_context);
    double *y = canaries(Q_LEN * a.d_model), *work = canaries(ref_multi_head_doubles(a, n));
    unsigned char vis[KV_LEN];
    estimate *exact_x = exact_estimates(x, Q_LEN * a.d_model),
             *exact_context = exact_estimates(context, KV_LEN * a.d_context);
    estimate *exact_y = exact_estimates(y, Q_LEN * a.d_model);
    oracle_multi_head(&a, exact_x, Q_LEN, exact_context, KV_LEN, false, exact_y);
    ref_multi_head(a, x, context, n, 0, y, work, vis);
    assert_estimated(y, exact_y, Q_LEN * a.d_model);
    ref_multi_head_sum(a, x, context, n, 0, y, work, vis);
    assert_estimated(y, exact_y, Q_LEN * a.d_model);
    void *const memory[] = {x, context, y, work, exact_x, exact_context, exact_y};
    for (int m = 0; m < 7; m++) free(memory[m]);
    random_layer_free(&a);
  }
}

static void unit_matrix(double *w, int64_t n) {
  memset(w, 0, (size_t)(n * n) * sizeof *w);
  for (int64_t j = 0; j < n; j++) w[j * n + j] = 1;
}

/* With unit matrices for all projections, head h attends with columns h*d .. of x, bit for bit; one head is single-head
   attention, and as many heads as columns make each score a product of two numbers. */
static void heads_are_slices(void **state) {
  (void)state;
  random_stream r = {33};
  enum { ROWS = 6, D = 8 };
  double unit[D * D], x[ROWS * D], y[ROWS * D], out[ROWS * D];
  unit_matrix(unit, D);
  random_fill(&r, x, (int64_t)ROWS * D);
  for (int64_t heads = 1; heads <= D; heads *= 2) {
    const int64_t d = D / heads;
    const attest_multi_head a = {.d_model = D,
                                 .d_context = D,
                                 .q_heads = heads,
                                 .kv_heads = heads,
                                 .d_k = d,
                                 .d_v = d,
                                 .w_q = unit,
                                 .w_k = unit,
                                 .w_v = unit,
                                 .w_o = unit};
    multi_head(&a, x, ROWS, x, ROWS, true, y);
    for (int64_t h = 0; h < heads; h++) {
      const attest_tensor slice = {.data = x + h * d, .size = {1, 1, ROWS, d}, .stride = {0, 0, D, 1}};
      const attest_problem p = {.q = slice, .k = slice, .v = slice, .causal = true, .alignment = ATTEST_ALIGN_TOP_LEFT};
      attend(&p, out, NULL, NULL);
      for (int64_t i = 0; i < ROWS; i++) assert_all_same(y + i * D + h * d, out + i * d, d);
    }
  }
}

/* Grouped heads: query heads of a group that have equal W_Q have equal outputs, and the output of a group follows its
   own kv head. */
static void groups_share_keys_and_values(void **state) {
  (void)state;
  random_stream r = {34};
  enum {
    HEADS = 4,
    ROWS = 3,
    D = 2,
    ONE_HEAD = ROWS * D,
    TWO_HEADS = 2 * ONE_HEAD,
    THREE_HEADS = 3 * ONE_HEAD,
    ALL_HEADS = HEADS * ONE_HEAD
  };
  attest_multi_head a = {.d_model = 5, .d_context = 5, .q_heads = HEADS, .kv_heads = 2, .d_k = D, .d_v = D};
  random_layer(&r, &a, false);
  double w_q[HEADS * D * 5], x[ROWS * 5], *z = canaries(ALL_HEADS);
  for (int n = 0; n < HEADS * D * 5; n++) w_q[n] = a.w_q[n % (D * 5)]; /* the same in every head */
  random_fill(&r, x, (int64_t)ROWS * 5);
  const double *given = a.w_q;
  a.w_q = w_q;
  const ref_lengths n = {ROWS, ROWS};
  double *work = canaries(ref_multi_head_doubles(a, n));
  unsigned char vis[ROWS];
  ref_heads(a, x, x, n, 0, z, work, vis);
  assert_all_same(z + ONE_HEAD, z, ONE_HEAD);
  assert_all_same(z + THREE_HEADS, z + TWO_HEADS, ONE_HEAD);
  assert_false(same(z[TWO_HEADS], z[0]));
  assert_true(are_canaries(z + ALL_HEADS, 1));
  a.w_q = given;
  free(work);
  free(z);
  random_layer_free(&a);
}

/* Self-attention is cross-attention to a context that is x, wherever that lies. */
static void cross_attention_is_the_same_code(void **state) {
  (void)state;
  random_stream r = {35};
  enum { ROWS = 4, D = 6 };
  attest_multi_head a = {.d_model = D, .d_context = D, .q_heads = 2, .kv_heads = 2, .d_k = 3, .d_v = 3};
  random_layer(&r, &a, true);
  double x[ROWS * D], context[ROWS * D], y[ROWS * D], cross[ROWS * D];
  random_fill(&r, x, (int64_t)ROWS * D);
  memcpy(context, x, sizeof x);
  multi_head(&a, x, ROWS, x, ROWS, false, y);
  multi_head(&a, x, ROWS, context, ROWS, false, cross);
  assert_all_same(cross, y, (int64_t)ROWS * D);
  context[ROWS * D - 1] += 1; /* without a mask every query sees the last token of the context */
  multi_head(&a, x, ROWS, context, ROWS, false, cross);
  for (int64_t i = 0; i < ROWS; i++) assert_false(same(cross[i * D], y[i * D]));
  random_layer_free(&a);
}

/* softmax(x_i . x_j) over j <= i, times x_j: attention with q = k = v = x, scale 1, causal. */
static void simplified_attention(void **state) {
  (void)state;
  random_stream r = {36};
  enum { ROWS = 7, D = 5 };
  double x[ROWS * D], y[ROWS * D], out[ROWS * D], w[ROWS];
  unsigned char vis[ROWS];
  random_fill(&r, x, (int64_t)ROWS * D);
  ref_simplified(x, y, ROWS, D, w, vis);
  const attest_tensor t = tensor_f64(x, 1, 1, ROWS, D);
  const attest_problem p = {.q = t, .k = t, .v = t, .scale = 1, .causal = true, .alignment = ATTEST_ALIGN_TOP_LEFT};
  attend(&p, out, NULL, NULL);
  assert_all_same(y, out, (int64_t)ROWS * D);
  assert_all_same(y, x, D); /* the first token sees itself alone */
}

/* Shapes that tutorials work through: x (2,4,8) with 2 heads of 4; x (4,16,512) with 4 heads of 128. All of the output
   is written, and nothing beyond it. */
static void shapes(void **state) {
  (void)state;
  random_stream r = {37};
  static const struct { int64_t batch, rows, d_model, heads; } of[] = {{2, 4, 8, 2}, {4, 16, 512, 4}, {1, 3, 512, 8}};
  for (int n = 0; n < 3; n++) {
    const int64_t d = of[n].d_model / of[n].heads, one = of[n].rows * of[n].d_model;
    attest_multi_head a = {.d_model = of[n].d_model,
                           .d_context = of[n].d_model,
                           .q_heads = of[n].heads,
                           .kv_heads = of[n].heads,
                           .d_k = d,
                           .d_v = d};
    random_layer(&r, &a, true);
    double *x = random_array(&r, of[n].batch * one), *y = canaries(of[n].batch * one);
    for (int64_t b = 0; b < of[n].batch; b++) {
      multi_head(&a, x + b * one, of[n].rows, x + b * one, of[n].rows, true, y + b * one);
      for (int64_t e = 0; e < one; e++) assert_false(are_canaries(y + b * one + e, 1));
      assert_true(are_canaries(y + (b + 1) * one, (of[n].batch - b - 1) * one + 1));
    }
    free(x);
    free(y);
    random_layer_free(&a);
  }
}

/* Split into heads by strides, scores and weights have the shape batch x heads x rows x rows, outputs batch x heads x
   rows x d. */
static void shapes_of_scores(void **state) {
  (void)state;
  enum { BATCH = 4, ROWS = 16, D_MODEL = 512, HEADS = 4, D = D_MODEL / HEADS, ONE = ROWS * D_MODEL };
  random_stream r = {38};
  double *x = random_array(&r, (int64_t)BATCH * ONE);
  const attest_tensor split = {.data = x, .size = {BATCH, HEADS, ROWS, D}, .stride = {ONE, D, D_MODEL, 1}};
  const attest_problem p = {.q = split, .k = split, .v = split};
  const int64_t scores = (int64_t)4 * 4 * 16 * 16, outputs = (int64_t)4 * 4 * 16 * 128;
  double *out = canaries(outputs), *weights = canaries(scores);
  attend(&p, out, NULL, weights);
  for (int64_t n = 0; n < outputs; n++) assert_false(are_canaries(out + n, 1));
  for (int64_t n = 0; n < scores; n++) assert_false(are_canaries(weights + n, 1));
  assert_true(are_canaries(out + outputs, 1) && are_canaries(weights + scores, 1));
  free(x);
  free(out);
  free(weights);
}

/* Multi-head attention is not linear in x: f(2x) is not 2 f(x), by far more than rounding. */
static void attention_is_not_linear(void **state) {
  (void)state;
  random_stream r = {39};
  enum { ROWS = 4, D = 4 };
  attest_multi_head a = {.d_model = D, .d_context = D, .q_heads = 1, .kv_heads = 1, .d_k = D, .d_v = D};
  random_layer(&r, &a, false);
  double x[ROWS * D], y[ROWS * D], of_double[ROWS * D], furthest = 0;
  random_fill(&r, x, (int64_t)ROWS * D);
  multi_head(&a, x, ROWS, x, ROWS, false, y);
  for (int n = 0; n < ROWS * D; n++) x[n] *= 2;
  multi_head(&a, x, ROWS, x, ROWS, false, of_double);
  for (int n = 0; n < ROWS * D; n++) furthest = fmax(furthest, fabs(of_double[n] - 2 * y[n]));
  assert_true(furthest > 0.01);
  random_layer_free(&a);
}

static void dot_and_linear(void **state) {
  (void)state;
  const double x[] = {1, 2, 3, 4, 5, 6}, w[] = {1, 10, 100, -1, 0, 2}, b[] = {0.5, -0.25};
  assert_same(ref_dot(x, w, 3), 321);
  assert_same(ref_dot(x, w, 0), 0);
  double y[5] = {[4] = 7};
  ref_linear(x, w, b, y, 2, 3, 2);
  const double with_bias[] = {321.5, 4.75, 654.5, 7.75, 7};
  assert_all_same(y, with_bias, 5);
  ref_linear(x, w, NULL, y, 2, 3, 2);
  const double without[] = {321, 5, 654, 8, 7};
  assert_all_same(y, without, 5);
}

static void concat_heads(void **state) {
  (void)state;
  /* head h, row i, column c: 100h + 10i + c */
  const double z[] = {0, 1, 10, 11, 100, 101, 110, 111, 200, 201, 210, 211};
  const double joined[] = {0, 1, 100, 101, 200, 201, 10, 11, 110, 111, 210, 211};
  double out[13] = {[12] = 7};
  ref_concat_heads(z, out, 3, 2, 2);
  assert_all_same(out, joined, 12);
  assert_same(out[12], 7);
}

static void value_up(void **state) {
  (void)state;
  const double z[] = {1, 2, 3, 4, 5, 6, 7, 8}; /* two heads, two rows, two columns */
  const double w[] = {1, 10, 100, 1000, -1, 0, 0, 1}, b[] = {0.5, 0};
  double y[5] = {[4] = 7};
  ref_value_up_sum(z, w, b, y, 2, 2, 2, 2);
  const double expected[] = {1 + 20 + 500 + 6000 + 0.5, -1 + 6, 3 + 40 + 700 + 8000 + 0.5, -3 + 8, 7};
  assert_all_same(y, expected, 5);
}

/* (x - 2.5) / sqrt(1.25): the z-score with the variance divided by n, not n - 1. */
static void layer_norm_by_hand(void **state) {
  (void)state;
  const double x[] = {1, 2, 3, 4, -7, -7, -7, -7}, gain[] = {2, 2, 2, 2}, offset[] = {0, 1, 0, -1};
  double y[9] = {[8] = 7};
  ref_layer_norm(x, NULL, NULL, y, 2, 4, 1e-300);
  for (int c = 0; c < 4; c++) {
    assert_near(y[c], (c - 1.5) / sqrt(1.25), 4 * u); /* root and quotient, here and there */
    assert_same(y[4 + c], 0);                         /* a constant row */
  }
  ref_layer_norm(x, gain, offset, y, 2, 4, 5);
  for (int c = 0; c < 4; c++) {
    assert_near(y[c], (c - 1.5) / 2.5 * 2 + offset[c], 8 * u); /* epsilon is within the root: sqrt(1.25 + 5) = 2.5 */
    assert_same(y[4 + c], offset[c]);
  }
  assert_same(y[8], 7);
}

/* Without affine: mean 0, variance 1 up to epsilon and rounding. The x_c are below 1000 in magnitude, deviation about
   577 or more than 100: the mean of n such numbers errs by at most (n+2) u 1000, so each y_c by 10 (n+2) u and a
   little, the variance by twice that. */
static void layer_norm_standardises(void **state) {
  (void)state;
  random_stream r = {40};
  enum { N = 64 };
  double x[N], y[N];
  for (int round = 0; round < 100; round++) {
    for (int c = 0; c < N; c++) x[c] = 1000 * random_value(&r);
    ref_layer_norm(x, NULL, NULL, y, 1, N, 1e-12);
    double mean = 0, variance = 0;
    for (int c = 0; c < N; c++) mean += y[c] / N;
    for (int c = 0; c < N; c++) variance += (y[c] - mean) * (y[c] - mean) / N;
    assert_near(mean, 0, 20 * (N + 2) * u);
    assert_near(variance, 1, 60 * (N + 2) * u);
  }
}

static void layer_norm_agrees_with_the_oracle(void **state) {
  (void)state;
  random_stream r = {41};
  for (int round = 0; round < 200; round++) {
    const int64_t rows = random_integer(&r, 0, 4), cols = random_integer(&r, 1, 20);
    double *x = random_array(&r, rows * cols), *gain = random_array(&r, cols), *offset = random_array(&r, cols),
           *y = canaries(rows * cols);
    estimate *exact_x = exact_estimates(x, rows * cols), *exact_y = exact_estimates(y, rows * cols);
    ref_layer_norm(x, gain, offset, y, rows, cols, 1e-3);
    oracle_layer_norm(exact_x, gain, offset, 1e-3, rows, cols, exact_y);
    assert_estimated(y, exact_y, rows * cols);
    void *const memory[] = {x, gain, offset, y, exact_x, exact_y};
    for (int n = 0; n < 6; n++) free(memory[n]);
  }
}

static void relu(void **state) {
  (void)state;
  double a[] = {-1, 0, 2, -HUGE_VAL, HUGE_VAL, -0x1p-1074, NAN, -5};
  const double expected[] = {0, 0, 2, 0, HUGE_VAL, 0};
  ref_relu(a, 7);
  assert_all_same(a, expected, 6);
  assert_true(isnan(a[6])); /* NaN is not hidden */
  assert_same(a[7], -5);    /* beyond n */
}

static void residual(void **state) {
  (void)state;
  const double x[] = {1, 2, 3};
  double y[] = {10, 20, 30};
  ref_residual_add(x, y, 2);
  const double expected[] = {11, 22, 30};
  assert_all_same(y, expected, 3);
}

/* d = 2, hidden = 3, with and without biases. */
static void feed_forward(void **state) {
  (void)state;
  const double x[] = {1, 2, -3, 1}, w1[] = {1, 0, 0, 1, -1, -1}, b1[] = {0, -2, 5}, w2[] = {1, 10, 100, 1, 1, 1},
               b2[] = {0.5, 0.25};
  double h[6], y[5] = {[4] = 7};
  ref_feed_forward(x, w1, b1, w2, b2, h, y, 2, 2, 3); /* hidden: 1, 0, 2 and 0 (-3), 0 (-1), 7 */
  const double expected[] = {201.5, 3.25, 700.5, 7.25, 7};
  assert_all_same(y, expected, 5);
  ref_feed_forward(x, w1, NULL, w2, NULL, h, y, 2, 2, 3); /* hidden: 1, 2, 0 (-3) and 0 (-3), 1, 2 */
  const double without[] = {21, 3, 210, 3, 7};
  assert_all_same(y, without, 5);
}

static attest_block random_block_sizes(random_stream *r, int64_t d_model) {
  attest_block b = {.attention = random_sizes(r), .epsilon = 0.1, .d_hidden = random_integer(r, 1, 24)};
  b.attention.d_model = b.attention.d_context = d_model;
  return b;
}

static void stacks_agree_with_the_oracle(void **state) {
  (void)state;
  random_stream r = {42};
  /* the error that is possible at worst grows a thousandfold a block; longer stacks are composed below */
  enum { DEEPEST = 2 };
  for (int round = 0; round < 100; round++) {
    const int64_t count = random_integer(&r, 1, DEEPEST), rows = random_integer(&r, 0, 6), d = random_integer(&r, 2, 8);
    const bool causal = round % 2 == 0;
    attest_block blocks[DEEPEST];
    for (int64_t l = 0; l < count; l++) {
      blocks[l] = random_block_sizes(&r, d);
      random_block(&r, &blocks[l], random_one_in(&r, 2));
    }
    double *x = random_array(&r, rows * d);
    estimate *exact = exact_estimates(x, rows * d);
    stack(blocks, count, x, rows, causal);
    for (int64_t l = 0; l < count; l++) oracle_block(&blocks[l], exact, rows, causal);
    assert_estimated(x, exact, rows * d);
    assert_true(are_canaries(x + rows * d, 1));
    free(x);
    free(exact);
    for (int64_t l = 0; l < count; l++) random_block_free(&blocks[l]);
  }
}

enum { TOKENS = 6, WIDTH = 8 };

/* The block put together from its parts. */
static void block_by_hand(const attest_block *b, double *x, bool causal) {
  enum { N = TOKENS * WIDTH };
  double normed[N], change[N], hidden[TOKENS * 64];
  ref_layer_norm(x, b->gain_1, b->offset_1, normed, TOKENS, WIDTH, b->epsilon);
  multi_head(&b->attention, normed, TOKENS, normed, TOKENS, causal, change);
  for (int n = 0; n < N; n++) x[n] += change[n];
  ref_layer_norm(x, b->gain_2, b->offset_2, normed, TOKENS, WIDTH, b->epsilon);
  ref_feed_forward(normed, b->w_1, b->b_1, b->w_2, b->b_2, hidden, change, TOKENS, WIDTH, b->d_hidden);
  for (int n = 0; n < N; n++) x[n] += change[n];
}

/* A stack is its blocks one after the other, each the composition that the formula says, bit for bit. */
static void stack_is_a_composition(void **state) {
  (void)state;
  random_stream r = {43};
  attest_block blocks[2];
  for (int l = 0; l < 2; l++) {
    blocks[l] = random_block_sizes(&r, WIDTH);
    random_block(&r, &blocks[l], true);
  }
  for (int causal = 0; causal <= 1; causal++) {
    double x[TOKENS * WIDTH], expected[TOKENS * WIDTH];
    random_fill(&r, x, (int64_t)TOKENS * WIDTH);
    memcpy(expected, x, sizeof x);
    block_by_hand(&blocks[0], expected, causal != 0);
    block_by_hand(&blocks[1], expected, causal != 0);
    stack(blocks, 2, x, TOKENS, causal != 0);
    assert_all_same(x, expected, (int64_t)TOKENS * WIDTH);
  }
  for (int l = 0; l < 2; l++) random_block_free(&blocks[l]);
}

/* Which rows of a and b differ in any bit: '1' or '0' a row. */
static void assert_rows_differ(const double *a, const double *b, const char *which) {
  for (int i = 0; i < TOKENS; i++) {
    bool differ = false;
    for (int c = 0; c < WIDTH; c++) differ = differ || !same(a[i * WIDTH + c], b[i * WIDTH + c]);
    if (differ == (which[i] == '1')) continue;
    print_error("row %d %s, expected %s\n", i, differ ? "differs" : "does not differ", which);
    fail();
  }
}

/* Attention alone mixes tokens: a change of token 3 changes row 3 of layer norm and feed-forward, every row of
   attention without a mask, and of causal attention, or a causal stack, rows 3 and later. */
static void attention_alone_mixes_tokens(void **state) {
  (void)state;
  random_stream r = {44};
  attest_block b[2];
  for (int l = 0; l < 2; l++) {
    b[l] = random_block_sizes(&r, WIDTH);
    random_block(&r, &b[l], true);
  }
  double x[2][TOKENS * WIDTH], y[2][TOKENS * WIDTH], hidden[TOKENS * 64];
  random_fill(&r, x[0], (int64_t)TOKENS * WIDTH);
  memcpy(x[1], x[0], sizeof x[0]);
  for (int c = 0; c < WIDTH; c++) x[1][3 * WIDTH + c] = random_value(&r);
  for (int n = 0; n < 2; n++) ref_layer_norm(x[n], b[0].gain_1, b[0].offset_1, y[n], TOKENS, WIDTH, b[0].epsilon);
  assert_rows_differ(y[0], y[1], "000100");
  for (int n = 0; n < 2; n++)
    ref_feed_forward(x[n], b[0].w_1, b[0].b_1, b[0].w_2, b[0].b_2, hidden, y[n], TOKENS, WIDTH, b[0].d_hidden);
  assert_rows_differ(y[0], y[1], "000100");
  for (int n = 0; n < 2; n++) multi_head(&b[0].attention, x[n], TOKENS, x[n], TOKENS, false, y[n]);
  assert_rows_differ(y[0], y[1], "111111");
  for (int n = 0; n < 2; n++) multi_head(&b[0].attention, x[n], TOKENS, x[n], TOKENS, true, y[n]);
  assert_rows_differ(y[0], y[1], "000111");
  for (int n = 0; n < 2; n++) stack(b, 2, x[n], TOKENS, true);
  assert_rows_differ(x[0], x[1], "000111");
  for (int l = 0; l < 2; l++) random_block_free(&b[l]);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(multi_head_agrees_with_the_oracle),
      cmocka_unit_test(concatenation_is_a_sum_over_heads),
      cmocka_unit_test(heads_are_slices),
      cmocka_unit_test(groups_share_keys_and_values),
      cmocka_unit_test(cross_attention_is_the_same_code),
      cmocka_unit_test(simplified_attention),
      cmocka_unit_test(shapes),
      cmocka_unit_test(shapes_of_scores),
      cmocka_unit_test(attention_is_not_linear),
      cmocka_unit_test(dot_and_linear),
      cmocka_unit_test(concat_heads),
      cmocka_unit_test(value_up),
      cmocka_unit_test(layer_norm_by_hand),
      cmocka_unit_test(layer_norm_standardises),
      cmocka_unit_test(layer_norm_agrees_with_the_oracle),
      cmocka_unit_test(relu),
      cmocka_unit_test(residual),
      cmocka_unit_test(feed_forward),
      cmocka_unit_test(stacks_agree_with_the_oracle),
      cmocka_unit_test(stack_is_a_composition),
      cmocka_unit_test(attention_alone_mixes_tokens),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
