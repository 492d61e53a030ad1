/* Exact properties of attention, most of them bit for bit in the reference. Where rounding differs the tolerance is
   that of reference_bound.h: two computations of the same exact answer are at most the sum of their bounds apart. */
#include <math.h>

#include "tests/oracle/reference_bound.h"
#include "tests/unit/random.h"
#include "tests/unit/support.h"

enum { HEADS = 4, KV_HEADS = 2, Q_LEN = 9, KEYS = 21, D = 6, ROUNDS = 20 };
enum {
  Q = HEADS * Q_LEN * D,
  K = KV_HEADS * KEYS * D,
  OUT = HEADS * Q_LEN * D,
  LSE = HEADS * Q_LEN,
  SCORES = LSE * KEYS
};

/* A problem of one batch with memory of its own. */
typedef struct {
  double q[Q], k[K], v[K], bias[SCORES], sink[HEADS], out[OUT], lse[LSE], weights[SCORES];
  unsigned char mask[SCORES];
  attest_problem p;
} grouped_heads;

static void answer(grouped_heads *a) { attend(&a->p, a->out, a->lse, a->weights); }

static void make(grouped_heads *a, random_stream *r) {
  random_fill(r, a->q, Q);
  random_fill(r, a->k, K);
  random_fill(r, a->v, K);
  random_fill(r, a->bias, SCORES);
  random_fill(r, a->sink, HEADS);
  for (int n = 0; n < SCORES; n++) a->mask[n] = !random_one_in(r, 4);
  a->p = (attest_problem){.q = tensor_f64(a->q, 1, HEADS, Q_LEN, D),
                          .k = tensor_f64(a->k, 1, KV_HEADS, KEYS, D),
                          .v = tensor_f64(a->v, 1, KV_HEADS, KEYS, D),
                          .mask = tensor_mask(a->mask, 1, HEADS, Q_LEN, KEYS),
                          .bias = tensor_f64(a->bias, 1, HEADS, Q_LEN, KEYS),
                          .scale = 5};
}

static void same_outputs(const grouped_heads *a, const grouped_heads *b) {
  assert_all_same(b->out, a->out, OUT);
  assert_all_same(b->lse, a->lse, LSE);
  assert_all_same(b->weights, a->weights, SCORES);
}

/* a, and a copy of it that has its own memory. */
static void copy(grouped_heads *b, const grouped_heads *a) {
  *b = *a;
  b->p.q.data = b->q;
  b->p.k.data = b->k;
  b->p.v.data = b->v;
  b->p.mask.data = b->mask;
  b->p.bias.data = b->bias;
}

static grouped_heads one, two;

/* V = 1: out is the sum of the weights, added up in the order of the keys; and that is 1 up to its rounding (see
   test_softmax.c). */
static void values_of_one_give_the_row_sum(void **state) {
  (void)state;
  random_stream r = {1};
  for (int round = 0; round < ROUNDS; round++) {
    make(&one, &r);
    for (int n = 0; n < K; n++) one.v[n] = 1;
    answer(&one);
    for (int row = 0; row < LSE; row++) {
      double sum = 0;
      for (int j = 0; j < KEYS; j++) sum += one.weights[row * KEYS + j];
      for (int c = 0; c < D; c++) assert_same(one.out[row * D + c], sum);
      assert_near(sum, 1, (2 * KEYS + 2) * 0x1p-53);
    }
  }
}

/* V the unit matrix: out is the weights. */
static void one_hot_values_show_the_weights(void **state) {
  (void)state;
  random_stream r = {2};
  static double identity[KEYS * KEYS], out[SCORES];
  for (int j = 0; j < KEYS; j++) identity[j * KEYS + j] = 1;
  for (int round = 0; round < ROUNDS; round++) {
    make(&one, &r);
    answer(&one);
    attest_problem p = one.p;
    p.v = tensor_f64(identity, 1, KV_HEADS, KEYS, KEYS);
    p.v.stride[1] = 0; /* the same values in every head */
    attend(&p, out, NULL, NULL);
    assert_all_same(out, one.weights, SCORES);
  }
}

/* Adding c q to every key adds c |q|^2 scale to every score of the query q. In small integers every score is exact, so
   differences of scores, weights and out stay the same bits, and lse moves by the shift, up to the two roundings of its
   own sum. */
static void shift_of_all_scores(void **state) {
  (void)state;
  random_stream r = {3};
  double q[D], k[KEYS * D], v[KEYS * D], out[2][D], lse[2], weights[2][KEYS];
  for (int round = 0; round < 200; round++) {
    double norm = 0;
    for (int c = 0; c < D; c++) {
      q[c] = (double)random_integer(&r, -3, 3);
      norm += q[c] * q[c];
    }
    for (int n = 0; n < KEYS * D; n++) k[n] = (double)random_integer(&r, -3, 3);
    random_fill(&r, v, (int64_t)KEYS * D);
    const double shift = (double)random_integer(&r, -50, 50);
    const attest_problem p = {.q = tensor_f64(q, 1, 1, 1, D),
                              .k = tensor_f64(k, 1, 1, KEYS, D),
                              .v = tensor_f64(v, 1, 1, KEYS, D),
                              .scale = 0.125};
    attend(&p, out[0], lse, weights[0]);
    for (int n = 0; n < KEYS * D; n++) k[n] += shift * q[n % D];
    attend(&p, out[1], lse + 1, weights[1]);
    assert_all_same(out[1], out[0], D);
    assert_all_same(weights[1], weights[0], KEYS);
    const double by = shift * norm * 0.125;
    assert_near(lse[1] - lse[0], by, 2 * 0x1p-53 * (fabs(lse[0]) + fabs(lse[1]) + fabs(by)));
  }
}

/* Under a top-left causal mask a sequence's outputs do not depend on what comes after: whatever is changed there,
   whether it is cut off. */
static void causal_prefix(void **state) {
  (void)state;
  random_stream r = {4};
  enum { T = 13 };
  double q[T * D], k[T * D], v[T * D], out[T * D], lse[T], part[T * D], part_lse[T];
  random_fill(&r, q, (int64_t)T * D);
  random_fill(&r, k, (int64_t)T * D);
  random_fill(&r, v, (int64_t)T * D);
  attest_problem p = {.q = tensor_f64(q, 1, 1, T, D),
                      .k = tensor_f64(k, 1, 1, T, D),
                      .v = tensor_f64(v, 1, 1, T, D),
                      .causal = true,
                      .alignment = ATTEST_ALIGN_TOP_LEFT};
  attend(&p, out, lse, NULL);
  for (int64_t t = T - 1; t > 0; t--) {
    random_fill(&r, k + t * D, D); /* a later token changes */
    random_fill(&r, v + t * D, D);
    random_fill(&r, q + t * D, D);
    attend(&p, part, part_lse, NULL);
    assert_all_same(part, out, t * D);
    assert_all_same(part_lse, lse, t);
    assert_false(same(part_lse[t], lse[t])); /* the change was one that shows */
    attest_problem prefix = p;
    prefix.q.size[2] = prefix.k.size[2] = prefix.v.size[2] = t;
    attend(&prefix, part, part_lse, NULL);
    assert_all_same(part, out, t * D);
    assert_all_same(part_lse, lse, t);
  }
}

/* Keys, values, mask and bias in another order give the same answer, up to the order of the sums. */
static void permuted_keys(void **state) {
  (void)state;
  random_stream r = {5};
  for (int round = 0; round < ROUNDS; round++) {
    make(&one, &r);
    one.p.sink = one.sink;
    copy(&two, &one);
    int order[KEYS];
    for (int j = 0; j < KEYS; j++) order[j] = j;
    for (int j = KEYS - 1; j > 0; j--) {
      const int other = (int)random_integer(&r, 0, j), kept = order[j];
      order[j] = order[other];
      order[other] = kept;
    }
    for (int64_t g = 0; g < KV_HEADS; g++)
      for (int64_t j = 0; j < KEYS; j++) {
        memcpy(two.k + (g * KEYS + j) * D, one.k + (g * KEYS + order[j]) * D, D * sizeof(double));
        memcpy(two.v + (g * KEYS + j) * D, one.v + (g * KEYS + order[j]) * D, D * sizeof(double));
      }
    for (int n = 0; n < SCORES; n++) {
      two.mask[n] = one.mask[n / KEYS * KEYS + order[n % KEYS]];
      two.bias[n] = one.bias[n / KEYS * KEYS + order[n % KEYS]];
    }
    answer(&one);
    answer(&two);
    attention_answer exact = attention_oracle(&one.p), bound = reference_bound(&one.p, &exact);
    for (int n = 0; n < OUT; n++) assert_near(two.out[n], one.out[n], 2 * bound.out[n]);
    for (int n = 0; n < LSE; n++) assert_near(two.lse[n], one.lse[n], 2 * bound.lse[n]);
    for (int n = 0; n < SCORES; n++) {
      const int from = n / KEYS * KEYS + order[n % KEYS];
      assert_near(two.weights[n], one.weights[from], 2 * bound.weights[from]);
    }
    attention_answer_free(&bound);
    attention_answer_free(&exact);
  }
}

/* The keys of a problem from first on, count of them. */
static attest_problem part_of(const attest_problem *p, int64_t first, int64_t count) {
  attest_problem part = *p;
  part.k.data = (double *)p->k.data + first * D;
  part.v.data = (double *)p->v.data + first * D;
  part.mask.data = (unsigned char *)p->mask.data + first;
  part.bias.data = (double *)p->bias.data + first;
  part.k.size[2] = part.v.size[2] = part.mask.size[3] = part.bias.size[3] = count;
  return part;
}

/* Attention over two parts of the keys merges by lse: out = e^(l_1 - l) out_1 + e^(l_2 - l) out_2, l = log(e^l_1 +
   e^l_2), the sink being in one part only. With errors b_i of out_i and e_i of l_i, the merged out is wrong by at most
   max b_i + 2 max e_i max |v| + 16 u max |v| (the weights of the merge change by a factor within exp(+-2 max e_i), and
   each step of it rounds), and l by max e_i + 8u(1 + |l|). */
static void parts_merge_by_lse(void **state) {
  (void)state;
  random_stream r = {6};
  static double out[2][OUT], lse[2][LSE];
  const double u = 0x1p-53, largest_v = 1;
  for (int64_t split = 0; split <= KEYS; split++) {
    make(&one, &r);
    one.p.sink = one.sink;
    answer(&one);
    attention_answer exact = attention_oracle(&one.p), bound = reference_bound(&one.p, &exact);
    /* parts are smaller problems than the whole: fewer terms and no larger magnitudes, but other weights */
    double b = 0, e = 0;
    for (int part = 0; part < 2; part++) {
      attest_problem p = part == 0 ? part_of(&one.p, 0, split) : part_of(&one.p, split, KEYS - split);
      if (part == 1) p.sink = NULL;
      attend(&p, out[part], lse[part], NULL);
      attention_answer part_exact = attention_oracle(&p), part_bound = reference_bound(&p, &part_exact);
      for (int n = 0; n < OUT; n++) b = fmax(b, part_bound.out[n]);
      for (int n = 0; n < LSE; n++) e = fmax(e, part_bound.lse[n]);
      attention_answer_free(&part_bound);
      attention_answer_free(&part_exact);
    }
    assert_true(b < 1e-12 && e < 1e-12);
    for (int row = 0; row < LSE; row++) {
      const double m = fmax(lse[0][row], lse[1][row]), w0 = exp(lse[0][row] - m), w1 = exp(lse[1][row] - m);
      assert_near(m + log(w0 + w1), one.lse[row], bound.lse[row] + e + 8 * u * (1 + fabs(m)));
      for (int c = 0; c < D; c++) {
        const int n = row * D + c;
        assert_near((w0 * out[0][n] + w1 * out[1][n]) / (w0 + w1), one.out[n],
                    bound.out[n] + b + (2 * e + 16 * u) * largest_v);
      }
    }
    attention_answer_free(&bound);
    attention_answer_free(&exact);
  }
}

/* Powers of two pass through exactly: of q into the scale, of v into out. */
static void powers_of_two(void **state) {
  (void)state;
  random_stream r = {7};
  make(&one, &r);
  answer(&one);
  copy(&two, &one);
  for (int n = 0; n < Q; n++) two.q[n] *= 8;
  two.p.scale /= 8;
  answer(&two);
  same_outputs(&one, &two);
  for (int n = 0; n < K; n++) two.v[n] *= 0x1p-40;
  answer(&two);
  for (int n = 0; n < OUT; n++) assert_same(two.out[n], one.out[n] * 0x1p-40);
}

/* The weights do not depend on V, and out is linear in it: K finds a token, V is what it carries. */
static void values_do_not_move_weights(void **state) {
  (void)state;
  random_stream r = {8};
  make(&one, &r);
  copy(&two, &one);
  random_fill(&r, two.v, K);
  answer(&one);
  answer(&two);
  assert_all_same(two.weights, one.weights, SCORES);
  assert_all_same(two.lse, one.lse, LSE);
  assert_false(same(two.out[0], one.out[0]));
}

/* out is within the convex hull of the values, column by column, up to rounding: sum w <= 1 + (2n+2)u, n more roundings
   in the sum. */
static void output_stays_in_the_convex_hull(void **state) {
  (void)state;
  random_stream r = {9};
  for (int round = 0; round < ROUNDS; round++) {
    make(&one, &r);
    one.p.scale = round % 2 == 0 ? 1 : 300;
    answer(&one);
    for (int h = 0; h < HEADS; h++)
      for (int n = h * Q_LEN * D; n < (h + 1) * Q_LEN * D; n++) {
        double lowest = 1, highest = -1;
        for (int j = 0; j < KEYS; j++) {
          const double v = one.v[(h / (HEADS / KV_HEADS) * KEYS + j) * D + n % D];
          lowest = fmin(lowest, v);
          highest = fmax(highest, v);
        }
        const double slack = (3 * KEYS + 4) * 0x1p-53;
        assert_true(one.out[n] >= lowest - slack && one.out[n] <= highest + slack);
      }
  }
}

/* A batch of problems is each of them by itself; a query row is that query by itself. */
static void batches_heads_and_rows_are_independent(void **state) {
  (void)state;
  random_stream r = {10};
  make(&one, &r);
  one.p.sink = one.sink;
  answer(&one);
  for (int64_t h = 0; h < HEADS; h++)
    for (int64_t i = 0; i < Q_LEN; i++) {
      const int64_t row = h * Q_LEN + i, g = h / (HEADS / KV_HEADS);
      double out[D], lse;
      const attest_problem p = {.q = tensor_f64(one.q + row * D, 1, 1, 1, D),
                                .k = tensor_f64(one.k + g * KEYS * D, 1, 1, KEYS, D),
                                .v = tensor_f64(one.v + g * KEYS * D, 1, 1, KEYS, D),
                                .mask = tensor_mask(one.mask + row * KEYS, 1, 1, 1, KEYS),
                                .bias = tensor_f64(one.bias + row * KEYS, 1, 1, 1, KEYS),
                                .sink = one.sink + h,
                                .scale = one.p.scale};
      attend(&p, out, &lse, NULL);
      assert_all_same(out, one.out + row * D, D);
      assert_same(lse, one.lse[row]);
    }
}

/* A false mask, a bias of -infinity and a key left out are the same thing, bit for bit. */
static void ways_to_hide_a_key(void **state) {
  (void)state;
  random_stream r = {11};
  make(&one, &r);
  copy(&two, &one);
  for (int n = 0; n < SCORES; n++)
    if (one.mask[n] == 0) two.bias[n] = -HUGE_VAL;
  two.p.mask.data = NULL;
  answer(&one);
  answer(&two);
  same_outputs(&one, &two);
}

/* Memory for ALL keys of one head, of which the first READABLE end where a page begins that cannot be read without a
   fault. */
typedef struct {
  protected_page k, v, bias, mask;
} hidden_memory;

enum { READABLE = 5, HIDDEN = 4, ALL = READABLE + HIDDEN, FARTHEST = (HIDDEN - 1) * D };

static hidden_memory hide(void) {
  return (hidden_memory){protected_page_make(), protected_page_make(), protected_page_make(), protected_page_make()};
}

static void unhide(hidden_memory m) {
  protected_page_free(m.k);
  protected_page_free(m.v);
  protected_page_free(m.bias);
  protected_page_free(m.mask);
}

/* Where ALL pieces of bytes bytes begin. */
static void *pieces(protected_page p, size_t bytes) { return p.edge - READABLE * bytes; }

static void assert_only_readable_keys_count(const attest_problem *p) {
  double out[D], weights[ALL], lse;
  attend(p, out, &lse, weights);
  for (int j = 0; j < ALL; j++) assert_same(weights[j], j < READABLE ? 1.0 / READABLE : 0);
  assert_same(lse, log(READABLE));
}

/* Keys beyond kv_len, and after the diagonal, or to the right of a window: k, v, bias and mask are not read there. */
static void hidden_memory_is_not_read(void **state) {
  (void)state;
  const hidden_memory m = hide();
  const int64_t kv_len = READABLE;
  double q[D] = {1, 1, 1, 1, 1, 1};
  unsigned char *flags = pieces(m.mask, 1);
  memset(flags, 1, READABLE);
  attest_problem p = {.q = tensor_f64(q, 1, 1, 1, D),
                      .k = tensor_f64(pieces(m.k, D * sizeof(double)), 1, 1, ALL, D),
                      .v = tensor_f64(pieces(m.v, D * sizeof(double)), 1, 1, ALL, D),
                      .bias = tensor_f64(pieces(m.bias, sizeof(double)), 1, 1, 1, ALL),
                      .mask = tensor_mask(flags, 1, 1, 1, ALL)};
  p.kv_len = &kv_len;
  assert_only_readable_keys_count(&p);
  p.kv_len = NULL;
  p.alignment = ATTEST_ALIGN_OFFSET;
  p.offset = READABLE - 1;
  p.causal = true;
  assert_only_readable_keys_count(&p);
  p.causal = false;
  p.windowed = true;
  p.window_left = ATTEST_UNLIMITED;
  p.window_right = 0;
  assert_only_readable_keys_count(&p);
  unhide(m);
}

/* Keys hidden by the mask: k, v and bias are not read there; by the bias: k and v are not. */
static void masked_memory_is_not_read(void **state) {
  (void)state;
  const hidden_memory m = hide();
  double q[D] = {1, 1, 1, 1, 1, 1}, bias[ALL] = {0};
  unsigned char flags[ALL] = {1, 1, 1, 1, 1, 0, 0, 0, 0};
  attest_problem p = {.q = tensor_f64(q, 1, 1, 1, D),
                      .k = tensor_f64(pieces(m.k, D * sizeof(double)), 1, 1, ALL, D),
                      .v = tensor_f64(pieces(m.v, D * sizeof(double)), 1, 1, ALL, D),
                      .bias = tensor_f64(pieces(m.bias, sizeof(double)), 1, 1, 1, ALL),
                      .mask = tensor_mask(flags, 1, 1, 1, ALL)};
  assert_only_readable_keys_count(&p);
  for (int j = READABLE; j < ALL; j++) bias[j] = -HUGE_VAL;
  p.mask.data = NULL;
  p.bias = tensor_f64(bias, 1, 1, 1, ALL);
  assert_only_readable_keys_count(&p);
  unhide(m);
}

/* Keys to the left of a window. The strides go backwards, so that the first HIDDEN keys lie beyond the edge. */
static void memory_left_of_a_window_is_not_read(void **state) {
  (void)state;
  const hidden_memory m = hide();
  double q[D] = {0}, out[D], weights[ALL], lse;
  attest_problem p = {.q = tensor_f64(q, 1, 1, 1, D),
                      .k = tensor_f64((double *)(void *)m.k.edge + FARTHEST, 1, 1, ALL, D),
                      .v = tensor_f64((double *)(void *)m.v.edge + FARTHEST, 1, 1, ALL, D),
                      .windowed = true,
                      .window_left = READABLE - 1,
                      .window_right = ATTEST_UNLIMITED,
                      .alignment = ATTEST_ALIGN_BOTTOM_RIGHT};
  p.k.stride[2] = p.v.stride[2] = -D;
  attend(&p, out, &lse, weights);
  for (int j = 0; j < ALL; j++) assert_same(weights[j], j < HIDDEN ? 0 : 1.0 / READABLE);
  unhide(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(values_of_one_give_the_row_sum),
      cmocka_unit_test(one_hot_values_show_the_weights),
      cmocka_unit_test(shift_of_all_scores),
      cmocka_unit_test(causal_prefix),
      cmocka_unit_test(permuted_keys),
      cmocka_unit_test(parts_merge_by_lse),
      cmocka_unit_test(powers_of_two),
      cmocka_unit_test(values_do_not_move_weights),
      cmocka_unit_test(output_stays_in_the_convex_hull),
      cmocka_unit_test(batches_heads_and_rows_are_independent),
      cmocka_unit_test(ways_to_hide_a_key),
      cmocka_unit_test(hidden_memory_is_not_read),
      cmocka_unit_test(masked_memory_is_not_read),
      cmocka_unit_test(memory_left_of_a_window_is_not_read),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
