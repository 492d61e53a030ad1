/* attest_reference on problems whose answer is known by hand. */
#include <float.h>
#include <math.h>

#include "tests/unit/support.h"

enum { MOST = 8 };

/* One head of F64 tensors; out, lse and weights as last computed by answer(). */
typedef struct {
  double q[MOST * MOST], k[MOST * MOST], v[MOST * MOST];
  double out[MOST * MOST], lse[MOST], weights[MOST * MOST];
  attest_problem p;
} single_head;

static single_head single;

/* All zero: every score is 0. */
static attest_problem *zero_problem(int64_t q_len, int64_t keys, int64_t d_k, int64_t d_v) {
  memset(&single, 0, sizeof single);
  single.p = (attest_problem){.q = tensor_f64(single.q, 1, 1, q_len, d_k),
                              .k = tensor_f64(single.k, 1, 1, keys, d_k),
                              .v = tensor_f64(single.v, 1, 1, keys, d_v)};
  return &single.p;
}

static void answer(void) { attend(&single.p, single.out, single.lse, single.weights); }

/* One query whose score of key j is scores[j] exactly, values[j] being the value. */
static attest_problem *scored_problem(const double *scores, const double *values, int64_t keys) {
  attest_problem *p = zero_problem(1, keys, 1, 1);
  single.q[0] = 1;
  memcpy(single.k, scores, (size_t)keys * sizeof *scores);
  memcpy(single.v, values, (size_t)keys * sizeof *values);
  p->scale = 1;
  return p;
}

static void one_key(void **state) {
  (void)state;
  zero_problem(1, 1, 2, 3)->scale = 0.5;
  single.q[0] = 3, single.q[1] = -5;
  single.k[0] = 2, single.k[1] = 7;
  single.v[0] = 0.1, single.v[1] = -1e300, single.v[2] = 0x1p-1074;
  answer();
  assert_all_same(single.out, single.v, 3);
  assert_same(single.weights[0], 1);
  assert_same(single.lse[0], -14.5);
}

static void equal_scores_give_the_mean(void **state) {
  (void)state;
  zero_problem(2, 4, 3, 2);
  const double v[] = {1, -8, 2, 0, 3, 0, 6, 4};
  memcpy(single.v, v, sizeof v);
  answer();
  const double mean[] = {3, -1, 3, -1};
  assert_all_same(single.out, mean, 4);
  for (int j = 0; j < 8; j++) assert_same(single.weights[j], 0.25);
  assert_same(single.lse[0], log(4));
  assert_same(single.lse[1], log(4));
}

/* Scores log 1 and log 3: weights 1/4 and 3/4. log 3 is rounded by at most u, exp, sum and quotient add 5u at most. */
static void log_weights(void **state) {
  (void)state;
  const double scores[] = {0, log(3)}, values[] = {8, -8};
  scored_problem(scores, values, 2);
  answer();
  assert_near(single.weights[0], 0.25, 0.25 * 8 * 0x1p-53);
  assert_near(single.weights[1], 0.75, 0.75 * 8 * 0x1p-53);
  assert_near(single.out[0], -4, 8 * 10 * 0x1p-53);
  assert_near(single.lse[0], log(4), 8 * 0x1p-53);
}

/* The default scale: 1/sqrt(d_k), so 1 at d_k = 1 and 1/4 at 16. */
static void default_scale(void **state) {
  (void)state;
  double q[16], k[16], v = 1, out, lse;
  for (int c = 0; c < 16; c++) q[c] = c + 1, k[c] = 2;
  for (int64_t d_k = 1; d_k <= 16; d_k *= 4) { /* 1, 4, 16: the square roots are exact */
    const attest_problem p = {
        .q = tensor_f64(q, 1, 1, 1, d_k), .k = tensor_f64(k, 1, 1, 1, d_k), .v = tensor_f64(&v, 1, 1, 1, 1)};
    attend(&p, &out, &lse, NULL);
    assert_same(lse, (double)(d_k * (d_k + 1)) / sqrt((double)d_k));
  }
}

static void given_scale(void **state) {
  (void)state;
  zero_problem(1, 1, 4, 1);
  single.q[2] = 3;
  single.k[2] = 5;
  const double scales[] = {1, 0.25, -2, 1e-300, 1e300};
  for (int n = 0; n < 5; n++) {
    single.p.scale = scales[n];
    answer();
    assert_same(single.lse[0], 15 * scales[n]);
  }
  single.p.scale = -0.0; /* 0 of either sign is the default */
  answer();
  assert_same(single.lse[0], 7.5);
}

/* A sink of equal score takes half, and nothing of V. */
static void sink_joins_the_denominator_only(void **state) {
  (void)state;
  const double score[] = {2}, value[] = {10}, sink[] = {2};
  scored_problem(score, value, 1)->sink = sink;
  answer();
  assert_same(single.weights[0], 0.5);
  assert_same(single.out[0], 5);
  assert_same(single.lse[0], 2 + log(2));
}

/* The maximum is taken over the sink too: exp(score) or exp(sink) alone would overflow or vanish. */
static void sink_far_from_the_scores(void **state) {
  (void)state;
  const double score[] = {-1e5}, value[] = {10}, high[] = {1e5}, low[] = {-1e6};
  scored_problem(score, value, 1)->sink = high;
  answer();
  assert_same(single.weights[0], 0);
  assert_same(single.out[0], 0);
  assert_same(single.lse[0], 1e5);
  single.p.sink = low;
  answer();
  assert_same(single.weights[0], 1);
  assert_same(single.out[0], 10);
  assert_same(single.lse[0], -1e5);
}

static void sink_of_each_head(void **state) {
  (void)state;
  double q[2] = {0, 0}, k[1] = {0}, v[1] = {1}, out[2], lse[2];
  const double sink[2] = {0, -1e9};
  const attest_problem p = {
      .q = tensor_f64(q, 1, 2, 1, 1), .k = tensor_f64(k, 1, 1, 1, 1), .v = tensor_f64(v, 1, 1, 1, 1), .sink = sink};
  attend(&p, out, lse, NULL);
  assert_same(out[0], 0.5);
  assert_same(out[1], 1);
}

static void softcap_saturates(void **state) {
  (void)state;
  const double score[] = {1e300}, value[] = {1};
  scored_problem(score, value, 1)->softcap = 5;
  answer();
  assert_same(single.lse[0], 5);
  single.p.scale = -1;
  answer();
  assert_same(single.lse[0], -5);
}

/* cap * tanh(score / cap): after the scale, before the bias. 2 tanh(3 / 2) is capped; a bias of 100 would not survive a
   cap after it. */
static void softcap_comes_between_scale_and_bias(void **state) {
  (void)state;
  const double score[] = {1}, value[] = {1};
  double bias[] = {100};
  attest_problem *p = scored_problem(score, value, 1);
  p->scale = 3;
  p->softcap = 2;
  p->bias = tensor_f64(bias, 1, 1, 1, 1);
  answer();
  assert_near(single.lse[0], 100 + 2 * tanh(1.5), 2 * 0x1p-46); /* one unit in the last place of 102, twice */
}

static void bias_is_added(void **state) {
  (void)state;
  const double score[] = {1, 2}, value[] = {0, 1};
  double bias[] = {2, 1};
  scored_problem(score, value, 2)->bias = tensor_f64(bias, 1, 1, 1, 2);
  answer();
  assert_same(single.weights[0], 0.5);
  assert_same(single.out[0], 0.5);
  assert_same(single.lse[0], 3 + log(2));
}

/* Asserts which keys each query sees, row by row: '1' or '0' a key. Scores are all 0, so that a row that sees n keys
   has weights 1/n. */
static void assert_sees(const char *const *rows, int64_t q_len) {
  const int64_t keys = single.p.k.size[2];
  assert_int_equal(q_len, single.p.q.size[2]);
  answer();
  for (int64_t i = 0; i < q_len; i++) {
    assert_int_equal(strlen(rows[i]), keys);
    double count = 0;
    for (int64_t j = 0; j < keys; j++) count += rows[i][j] == '1';
    for (int64_t j = 0; j < keys; j++) assert_same(single.weights[i * keys + j], rows[i][j] == '1' ? 1 / count : 0);
    assert_same(single.lse[i], count > 0 ? log(count) : -HUGE_VAL);
  }
}
#define SEES(...)                                                                                                      \
  assert_sees((const char *const[]){__VA_ARGS__},                                                                      \
              (int64_t)(sizeof((const char *const[]){__VA_ARGS__}) / sizeof(const char *)))

static attest_problem *aligned(int64_t q_len, int64_t keys, attest_alignment alignment) {
  attest_problem *p = zero_problem(q_len, keys, 1, 1);
  p->alignment = alignment;
  return p;
}

static attest_problem *causal(int64_t q_len, int64_t keys, attest_alignment alignment) {
  attest_problem *p = aligned(q_len, keys, alignment);
  p->causal = true;
  return p;
}

static attest_problem *windowed(int64_t q_len, int64_t keys, attest_alignment alignment, int64_t left, int64_t right) {
  attest_problem *p = aligned(q_len, keys, alignment);
  p->windowed = true;
  p->window_left = left;
  p->window_right = right;
  return p;
}

static void everything_is_seen_by_default(void **state) {
  (void)state;
  zero_problem(2, 3, 1, 1);
  SEES("111", "111");
  aligned(3, 2, ATTEST_ALIGN_BOTTOM_RIGHT); /* an alignment alone hides nothing */
  SEES("11", "11", "11");
}

static void causal_alignments(void **state) {
  (void)state;
  causal(3, 3, ATTEST_ALIGN_TOP_LEFT);
  SEES("100", "110", "111");
  causal(3, 3, ATTEST_ALIGN_BOTTOM_RIGHT);
  SEES("100", "110", "111");
  causal(3, 5, ATTEST_ALIGN_TOP_LEFT);
  SEES("10000", "11000", "11100");
  causal(3, 5, ATTEST_ALIGN_BOTTOM_RIGHT);
  SEES("11100", "11110", "11111");
  causal(5, 3, ATTEST_ALIGN_TOP_LEFT);
  SEES("100", "110", "111", "111", "111");
  causal(5, 3, ATTEST_ALIGN_BOTTOM_RIGHT);
  SEES("000", "000", "100", "110", "111");
  causal(1, 4, ATTEST_ALIGN_BOTTOM_RIGHT); /* decoding: the newest query sees everything */
  SEES("1111");
}

static void causal_offset(void **state) {
  (void)state;
  causal(3, 4, ATTEST_ALIGN_OFFSET)->offset = 1;
  SEES("1100", "1110", "1111");
  causal(3, 4, ATTEST_ALIGN_OFFSET)->offset = -2;
  SEES("0000", "0000", "1000");
  causal(2, 2, ATTEST_ALIGN_OFFSET)->offset = ATTEST_MAX_SIZE;
  SEES("11", "11");
  causal(2, 2, ATTEST_ALIGN_OFFSET)->offset = -ATTEST_MAX_SIZE;
  SEES("00", "00");
  causal(2, 3, ATTEST_ALIGN_TOP_LEFT)->offset = 1; /* not read: the alignment is not OFFSET */
  SEES("100", "110");
}

static void windows(void **state) {
  (void)state;
  windowed(4, 4, ATTEST_ALIGN_TOP_LEFT, 1, 0);
  SEES("1000", "1100", "0110", "0011");
  windowed(4, 4, ATTEST_ALIGN_TOP_LEFT, 0, 2);
  SEES("1110", "0111", "0011", "0001");
  windowed(3, 5, ATTEST_ALIGN_BOTTOM_RIGHT, 1, 1);
  SEES("01110", "00111", "00011");
  windowed(4, 4, ATTEST_ALIGN_TOP_LEFT, ATTEST_UNLIMITED, 1);
  SEES("1100", "1110", "1111", "1111");
  windowed(4, 4, ATTEST_ALIGN_TOP_LEFT, 1, ATTEST_UNLIMITED);
  SEES("1111", "1111", "0111", "0011");
  windowed(2, 3, ATTEST_ALIGN_TOP_LEFT, ATTEST_UNLIMITED, ATTEST_UNLIMITED);
  SEES("111", "111");
  windowed(2, 3, ATTEST_ALIGN_TOP_LEFT, ATTEST_MAX_SIZE, ATTEST_MAX_SIZE);
  SEES("111", "111");
  windowed(5, 3, ATTEST_ALIGN_TOP_LEFT, 0, 0); /* the window leaves the keys behind */
  SEES("100", "010", "001", "000", "000");
  windowed(3, 4, ATTEST_ALIGN_OFFSET, 0, 0)->offset = 2;
  SEES("0010", "0001", "0000");
}

static void window_and_causal_both_hold(void **state) {
  (void)state;
  windowed(3, 4, ATTEST_ALIGN_TOP_LEFT, 1, 2)->causal = true;
  SEES("1000", "1100", "0110");
}

static void window_sizes_without_a_window(void **state) {
  (void)state;
  attest_problem *p = causal(3, 3, ATTEST_ALIGN_TOP_LEFT);
  p->window_left = 0;
  p->window_right = 0;
  SEES("100", "110", "111");
}

/* kv_len hides the rest, and the bottom-right diagonal goes to the last key that counts. */
static void kv_len(void **state) {
  (void)state;
  const int64_t three = 3, none = 0;
  zero_problem(2, 5, 1, 1)->kv_len = &three;
  SEES("11100", "11100");
  causal(2, 5, ATTEST_ALIGN_BOTTOM_RIGHT)->kv_len = &three;
  SEES("11000", "11100");
  causal(2, 5, ATTEST_ALIGN_TOP_LEFT)->kv_len = &three;
  SEES("10000", "11000");
  windowed(2, 5, ATTEST_ALIGN_BOTTOM_RIGHT, 0, 1)->kv_len = &three;
  SEES("01100", "00100");
  zero_problem(2, 3, 1, 1)->kv_len = &none;
  SEES("000", "000");
}

static void kv_len_of_each_batch(void **state) {
  (void)state;
  double q[2] = {0}, k[6] = {0}, v[6] = {1, 2, 3, 10, 20, 30}, out[2];
  const int64_t lengths[2] = {3, 1};
  const attest_problem p = {.q = tensor_f64(q, 2, 1, 1, 1),
                            .k = tensor_f64(k, 2, 1, 3, 1),
                            .v = tensor_f64(v, 2, 1, 3, 1),
                            .kv_len = lengths};
  attend(&p, out, NULL, NULL);
  assert_same(out[0], 2);
  assert_same(out[1], 10);
}

/* Any byte but 0 is true; the mask and the causal rule both hold. */
static void mask(void **state) {
  (void)state;
  unsigned char flags[] = {1, 0, 2, 0, 255, 128};
  zero_problem(2, 3, 1, 1)->mask = tensor_mask(flags, 1, 1, 2, 3);
  SEES("101", "011");
  causal(2, 3, ATTEST_ALIGN_TOP_LEFT)->mask = tensor_mask(flags, 1, 1, 2, 3);
  SEES("100", "010");
}

static void bias_of_minus_infinity_hides(void **state) {
  (void)state;
  double bias[] = {0, -HUGE_VAL, 0, -HUGE_VAL, -HUGE_VAL, 0};
  zero_problem(2, 3, 1, 1)->bias = tensor_f64(bias, 1, 1, 2, 3);
  SEES("101", "001");
}

/* What is not minus infinity hides nothing: with -1e9 on a whole row the scores are lost to rounding, and the mean
   remains. */
static void bias_of_minus_1e9_is_as_computed(void **state) {
  (void)state;
  const double scores[] = {0x1p-30, 0, -0x1p-30}, values[] = {1, 2, 6};
  double bias[] = {-1e9, -1e9, -1e9};
  scored_problem(scores, values, 3)->bias = tensor_f64(bias, 1, 1, 1, 3);
  answer();
  assert_near(single.out[0], 3, 10 * 0x1p-53 * 6);
  assert_same(single.lse[0], -1e9 + log(3));
}

/* A bias of no finite number hides a key, however low; one of plus infinity makes of the row what arithmetic does. */
static void only_minus_infinity_hides(void **state) {
  (void)state;
  const double scores[] = {0, 0}, values[] = {1, 3}, low[] = {-1e30, -(double)FLT_MAX, -1e300, -DBL_MAX};
  for (size_t n = 0; n < sizeof low / sizeof low[0]; n++) {
    double bias[] = {low[n], low[n]};
    scored_problem(scores, values, 2)->bias = tensor_f64(bias, 1, 1, 1, 2);
    answer();
    assert_same(single.out[0], 2);
    assert_same(single.weights[1], 0.5);
  }
  double bias[] = {0, HUGE_VAL};
  scored_problem(scores, values, 2)->bias = tensor_f64(bias, 1, 1, 1, 2);
  answer();
  assert_true(isnan(single.out[0]) && isnan(single.weights[1]));
}

static void a_row_that_sees_nothing(void **state) {
  (void)state;
  unsigned char flags[] = {0, 0, 1, 1};
  const double sink = 0.75;
  zero_problem(2, 2, 1, 2)->mask = tensor_mask(flags, 1, 1, 2, 2);
  for (int j = 0; j < 4; j++) single.v[j] = 7;
  for (int j = 0; j < 4; j++) single.out[j] = single.weights[j] = NAN;
  answer();
  const double out[] = {0, 0, 7, 7}, weights[] = {0, 0, 0.5, 0.5};
  assert_all_same(single.out, out, 4);
  assert_all_same(single.weights, weights, 4);
  assert_same(single.lse[0], -HUGE_VAL);
  assert_same(single.lse[1], log(2));
  single.p.sink = &sink;
  answer();
  assert_same(single.out[0], 0);
  assert_same(single.weights[0], 0);
  assert_same(single.lse[0], 0.75);
}

/* No keys at all: k and v have no elements, so they need no memory. Heads and batches of them still have strides. */
static void no_keys(void **state) {
  (void)state;
  double q[8] = {1, 2, 3, 4, 5, 6, 7, 8}, out[12], lse[4];
  attest_problem p = {
      .q = tensor_f64(q, 2, 2, 1, 2), .k = tensor_f64(NULL, 2, 2, 0, 2), .v = tensor_f64(NULL, 2, 2, 0, 3)};
  for (int dtype = ATTEST_F64; dtype <= ATTEST_BF16; dtype++) {
    p.k.dtype = p.v.dtype = (attest_dtype)dtype;
    for (int64_t stride = 0; stride <= 2; stride++) {
      p.k.stride[0] = p.k.stride[1] = p.v.stride[0] = p.v.stride[1] = stride;
      for (int n = 0; n < 12; n++) out[n] = NAN;
      attend(&p, out, lse, NULL);
      for (int n = 0; n < 12; n++) assert_same(out[n], 0);
      for (int n = 0; n < 4; n++) assert_same(lse[n], -HUGE_VAL);
    }
  }
}

/* Where no workspace is needed there need be none. */
static void no_workspace(void **state) {
  (void)state;
  double q[2] = {1, 2}, out[2] = {NAN, NAN};
  const attest_problem p = {
      .q = tensor_f64(q, 1, 1, 1, 2), .k = tensor_f64(q, 1, 1, 0, 2), .v = tensor_f64(q, 1, 1, 0, 2)};
  const attest_answer a = answer_f64(&p, out, NULL, NULL);
  size_t bytes = 1;
  assert_int_equal(attest_reference_workspace(&p, &a, &bytes), ATTEST_OK);
  assert_int_equal(bytes, 0);
  assert_int_equal(attest_reference(&p, &a, NULL, 0), ATTEST_OK);
  assert_same(out[0], 0);
  assert_same(out[1], 0);
}

/* Nor does a problem without queries need any, and it writes nothing. */
static void no_queries(void **state) {
  (void)state;
  double k[4] = {0}, out = 3, lse = 5, weights = 7;
  const attest_problem no_rows = {
      .q = tensor_f64(NULL, 1, 1, 0, 2), .k = tensor_f64(k, 1, 1, 2, 2), .v = tensor_f64(k, 1, 1, 2, 2)};
  attend(&no_rows, &out, &lse, &weights);
  const attest_problem no_batch = {
      .q = tensor_f64(NULL, 0, 1, 3, 2), .k = tensor_f64(NULL, 0, 1, 2, 2), .v = tensor_f64(NULL, 0, 1, 2, 2)};
  attend(&no_batch, &out, &lse, &weights);
  /* as many heads as there may be: they are not visited one by one, which would take years */
  const int64_t most = ATTEST_MAX_SIZE;
  const attest_problem many = {.q = tensor_f64(NULL, most, most, 0, 2),
                               .k = tensor_f64(NULL, most, most, 0, 2),
                               .v = tensor_f64(NULL, most, most, 0, 2)};
  attend(&many, &out, &lse, &weights);
  assert_same(out, 3);
  assert_same(lse, 5);
  assert_same(weights, 7);
}

/* Query head h takes kv head h / (q_heads / kv_heads). */
static void head_map(void **state) {
  (void)state;
  double q[6] = {0}, k[6] = {0}, v[6] = {10, 20, 30, 40, 50, 60}, out[6];
  const double expected[4][6] = {
      [1] = {10, 10, 10, 10, 10, 10}, [2] = {10, 10, 10, 20, 20, 20}, [3] = {10, 10, 20, 20, 30, 30}};
  for (int64_t kv_heads = 1; kv_heads <= 3; kv_heads++) {
    const attest_problem p = {
        .q = tensor_f64(q, 1, 6, 1, 1), .k = tensor_f64(k, 1, kv_heads, 1, 1), .v = tensor_f64(v, 1, kv_heads, 1, 1)};
    attend(&p, out, NULL, NULL);
    assert_all_same(out, expected[kv_heads], 6);
  }
  const attest_problem multi_head = {
      .q = tensor_f64(q, 1, 6, 1, 1), .k = tensor_f64(k, 1, 6, 1, 1), .v = tensor_f64(v, 1, 6, 1, 1)};
  attend(&multi_head, out, NULL, NULL);
  assert_all_same(out, v, 6);
}

/* Keys go by kv head too, not only values: the lse of one key is its score. */
static void head_map_of_keys(void **state) {
  (void)state;
  double q[8] = {1, 1, 1, 1, 1, 1, 1, 1}, k[4] = {1, 2, 3, 4}, v[4] = {0}, out[8], lse[8];
  const attest_problem p = {
      .q = tensor_f64(q, 2, 4, 1, 1), .k = tensor_f64(k, 2, 2, 1, 1), .v = tensor_f64(v, 2, 2, 1, 1)};
  attend(&p, out, lse, NULL);
  const double expected[] = {1, 1, 2, 2, 3, 3, 4, 4};
  assert_all_same(lse, expected, 8);
}

/* NaN in what is visible reaches exactly the rows, and of V the columns, that it has a part in. */
static void nan_in_k_or_q(void **state) {
  (void)state;
  causal(3, 3, ATTEST_ALIGN_TOP_LEFT);
  single.k[1] = NAN;
  answer();
  assert_same(single.out[0], 0);
  assert_true(isnan(single.out[1]) && isnan(single.out[2]));
  assert_same(single.lse[0], 0);
  assert_true(isnan(single.lse[1]) && isnan(single.lse[2]));
  single.k[1] = 0;
  single.q[1] = NAN;
  answer();
  assert_same(single.out[0], 0);
  assert_true(isnan(single.out[1]) && isnan(single.lse[1]));
  assert_same(single.out[2], 0);
}

static void nan_in_v_or_bias(void **state) {
  (void)state;
  attest_problem *p = causal(2, 2, ATTEST_ALIGN_TOP_LEFT);
  p->v = tensor_f64(single.v, 1, 1, 2, 2);
  single.v[3] = NAN; /* key 1, column 1 */
  answer();
  assert_same(single.out[0], 0);
  assert_same(single.out[1], 0);
  assert_same(single.out[2], 0);
  assert_true(isnan(single.out[3]));
  assert_same(single.lse[1], log(2));
  single.v[3] = 0;
  double bias[] = {0, NAN, 0, NAN}; /* hidden in row 0, seen in row 1 */
  p->bias = tensor_f64(bias, 1, 1, 2, 2);
  answer();
  assert_same(single.out[0], 0);
  assert_true(isnan(single.out[2]) && isnan(single.out[3]) && isnan(single.weights[2]) && isnan(single.lse[1]));
}

/* A row that sees nothing has no use for its query: NaN there stays there. */
static void nan_in_a_query_that_sees_nothing(void **state) {
  (void)state;
  causal(2, 1, ATTEST_ALIGN_BOTTOM_RIGHT);
  single.q[0] = NAN;
  single.v[0] = 4;
  SEES("0", "1");
  assert_same(single.out[0], 0);
  assert_same(single.out[1], 4);
}

/* Scores near 1e5: without subtracting the maximum exp overflows. */
static void large_scores(void **state) {
  (void)state;
  const double scores[] = {1e5, 1e5, -1e5}, values[] = {1, 2, 1e300};
  scored_problem(scores, values, 3);
  answer();
  const double weights[] = {0.5, 0.5, 0};
  assert_all_same(single.weights, weights, 3);
  assert_same(single.out[0], 1.5);
  assert_same(single.lse[0], 1e5 + log(2));
}

/* Division comes before the sum over values: values near the top of the range do not overflow. */
static void large_values(void **state) {
  (void)state;
  const double scores[] = {0, 0, 0, 0}, values[] = {1.5e308, 1.5e308, 1.5e308, 1.5e308};
  scored_problem(scores, values, 4);
  answer();
  assert_same(single.out[0], 1.5e308);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(one_key),
      cmocka_unit_test(equal_scores_give_the_mean),
      cmocka_unit_test(log_weights),
      cmocka_unit_test(default_scale),
      cmocka_unit_test(given_scale),
      cmocka_unit_test(sink_joins_the_denominator_only),
      cmocka_unit_test(sink_far_from_the_scores),
      cmocka_unit_test(sink_of_each_head),
      cmocka_unit_test(softcap_saturates),
      cmocka_unit_test(softcap_comes_between_scale_and_bias),
      cmocka_unit_test(bias_is_added),
      cmocka_unit_test(everything_is_seen_by_default),
      cmocka_unit_test(causal_alignments),
      cmocka_unit_test(causal_offset),
      cmocka_unit_test(windows),
      cmocka_unit_test(window_and_causal_both_hold),
      cmocka_unit_test(window_sizes_without_a_window),
      cmocka_unit_test(kv_len),
      cmocka_unit_test(kv_len_of_each_batch),
      cmocka_unit_test(mask),
      cmocka_unit_test(bias_of_minus_infinity_hides),
      cmocka_unit_test(bias_of_minus_1e9_is_as_computed),
      cmocka_unit_test(only_minus_infinity_hides),
      cmocka_unit_test(a_row_that_sees_nothing),
      cmocka_unit_test(no_keys),
      cmocka_unit_test(no_workspace),
      cmocka_unit_test(no_queries),
      cmocka_unit_test(head_map),
      cmocka_unit_test(head_map_of_keys),
      cmocka_unit_test(nan_in_k_or_q),
      cmocka_unit_test(nan_in_v_or_bias),
      cmocka_unit_test(nan_in_a_query_that_sees_nothing),
      cmocka_unit_test(large_scores),
      cmocka_unit_test(large_values),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
