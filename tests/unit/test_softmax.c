/* ref_softmax_row on known rows: what tutorials print, and the corners of the number range. u = 2^-53 throughout. */
#include <math.h>

#include "ref/softmax.h"
#include "tests/unit/random.h"
#include "tests/unit/support.h"

enum { MOST = 4096 };

static const double u = 0x1p-53;
static unsigned char all_visible[MOST];

static int make_all_visible(void **state) {
  (void)state;
  memset(all_visible, 1, sizeof all_visible);
  return 0;
}

/* Softmax of the n scores in place, all visible, no sink. */
static double softmax(double *w, int64_t n) { return ref_softmax_row(all_visible, w, n, 0, 0); }

static double sum(const double *w, int64_t n) {
  double s = 0;
  for (int64_t j = 0; j < n; j++) s += w[j];
  return s;
}

/* Printed to digits decimals, w shows as expected. */
static void assert_prints(const double *w, const char *const *expected, int64_t n, int digits) {
  for (int64_t j = 0; j < n; j++) {
    char text[32];
    (void)snprintf(text, sizeof text, "%.*f", digits, w[j]);
    assert_string_equal(text, expected[j]);
  }
}

/* The weights as the definition gives them in long double: of 64 bits of precision here, so within 2^-60 or so of
   exact. */
static void assert_weights(double *scores, int64_t n) {
  double expected[MOST], bound[MOST];
  long double total = 0;
  for (int64_t j = 0; j < n; j++) total += expl((long double)scores[j]);
  for (int64_t j = 0; j < n; j++) {
    expected[j] = (double)(expl((long double)scores[j]) / total);
    /* n for the sum, |s| u for the difference, 8 for the rest */
    bound[j] = expected[j] * (double)(n + 8) * u * (2 + fabs(scores[j]));
  }
  (void)softmax(scores, n);
  assert_all_near(scores, expected, bound, n);
}

static void saturated_and_scaled(void **state) {
  (void)state;
  double raw[] = {22, -3, 1, -5};
  (void)softmax(raw, 4);
  assert_near(1 - raw[0], 7.7e-10, 0.05e-10);
  double scaled[] = {22 / 22.6, -3 / 22.6, 1 / 22.6, -5 / 22.6};
  assert_weights(scaled, 4);
  assert_prints(scaled, (const char *const[]){"0.493", "0.163", "0.195", "0.149"}, 4, 3);
}

static void nearly_one_hot(void **state) {
  (void)state;
  double w[] = {100, 1, 2};
  (void)softmax(w, 3);
  assert_prints(w, (const char *const[]){"1.000", "0.000", "0.000"}, 3, 3);
  assert_same(w[0], 1);
  assert_near(w[1], 1.0112214926104485e-43, 1e-57); /* exp(-99) */
  assert_near(w[2], 2.7487850079102147e-43, 1e-57); /* exp(-98) */
}

/* Two rows that a textbook prints wrongly, [0.400, 0.300, 0.300] and [0.52, 0.48]. */
static void rows_often_misprinted(void **state) {
  (void)state;
  double three[] = {1.0, 0.1, 0.2};
  assert_weights(three, 3);
  assert_prints(three, (const char *const[]){"0.539", "0.219", "0.242"}, 3, 3);
  const unsigned char visible[] = {1, 1, 0, 0};
  double two[] = {0.32, 0.04, -HUGE_VAL, -HUGE_VAL};
  const double lse = ref_softmax_row(visible, two, 4, 0, 0);
  assert_near(lse, log(exp(0.32) + exp(0.04)), 4 * u);
  assert_prints(two, (const char *const[]){"0.570", "0.430", "0.000", "0.000"}, 4, 3);
  assert_same(two[2], 0);
  assert_same(two[3], 0);
}

static void one_visible_key_takes_all(void **state) {
  (void)state;
  const unsigned char visible[] = {1, 0, 0, 0};
  const double one_hot[] = {1, 0, 0, 0};
  double w[] = {0.3, NAN, HUGE_VAL, -HUGE_VAL}; /* hidden scores are not read */
  const double lse = ref_softmax_row(visible, w, 4, 0, 0);
  assert_all_same(w, one_hot, 4);
  assert_same(lse, 0.3);
}

/* A visible score of minus infinity, next to a finite one, has weight 0. */
static void minus_infinity_among_scores(void **state) {
  (void)state;
  double w[] = {-HUGE_VAL, 2, -HUGE_VAL};
  const double one_hot[] = {0, 1, 0};
  assert_same(softmax(w, 3), 2);
  assert_all_same(w, one_hot, 3);
}

/* With weights 0.7 and 0.3 the output is 0.7 v_0 + 0.3 v_1. */
static void weights_mix_values(void **state) {
  (void)state;
  double q = 1, k[] = {log(7), log(3)}, v[] = {10, -5, 100, 200}, out[2], weights[2];
  const attest_problem p = {
      .q = tensor_f64(&q, 1, 1, 1, 1), .k = tensor_f64(k, 1, 1, 2, 1), .v = tensor_f64(v, 1, 1, 2, 2), .scale = 1};
  attend(&p, out, NULL, weights);
  assert_near(weights[0], 0.7, 8 * u);
  assert_near(weights[1], 0.3, 8 * u);
  assert_near(out[0], 37, 8 * u * 110);
  assert_near(out[1], 56.5, 8 * u * 205);
}

static void equal_scores(void **state) {
  (void)state;
  static const double scores[] = {0, 1, -745, 1e308, -1e308, 0x1p-1074};
  double w[MOST];
  for (int64_t n = 1; n <= 300; n++) {
    for (int s = 0; s < 6; s++) {
      for (int64_t j = 0; j < n; j++) w[j] = scores[s];
      assert_same(softmax(w, n), scores[s] + log((double)n));
      for (int64_t j = 0; j < n; j++) assert_same(w[j], 1 / (double)n);
    }
  }
}

static void huge_scores(void **state) {
  (void)state;
  double far[] = {1e308, -1e308, 0}, pair[] = {-1e308, -1e308, 1e308, 1e308}, low[] = {-1e308, -1.0000001e308};
  const double first[] = {1, 0, 0}, last_two[] = {0, 0, 0.5, 0.5};
  assert_same(softmax(far, 3), 1e308);
  assert_all_same(far, first, 3);
  assert_same(softmax(pair, 4), 1e308);
  assert_all_same(pair, last_two, 4);
  assert_same(softmax(low, 2), -1e308);
  assert_all_same(low, first, 2);
}

/* Weights go down through the subnormal numbers to 0: exp(-708), exp(-740), exp(-745) and exp(-746). */
static void subnormal_weights(void **state) {
  (void)state;
  double w[] = {0, -708, -740, -745, -746};
  (void)softmax(w, 5);
  assert_same(w[0], 1);
  assert_near(w[1], 3.307553003638408e-308, 1e-321);
  assert_near(w[2], 4.199558e-322, 0x1p-1073);
  assert_same(w[3], 0x1p-1074);
  assert_same(w[4], 0);
}

/* Subnormal scores are as good as 0. */
static void subnormal_scores(void **state) {
  (void)state;
  double w[] = {0x1p-1074, -0x1p-1074, 0, 0x1p-1030};
  const double quarter[] = {0.25, 0.25, 0.25, 0.25};
  assert_same(softmax(w, 4), log(4));
  assert_all_same(w, quarter, 4);
}

/* The denominator is the sum of the exponentials, whatever their own error, up to n-1 roundings; each quotient adds
   one, and adding the quotients up here n-1 more: |sum - 1| <= (2n-1) u to first order, and (2n+2) u with the higher
   orders. */
static void weights_add_up_to_one(void **state) {
  (void)state;
  random_stream r = {25};
  double w[MOST];
  int exact = 0;
  for (int64_t n = 1; n <= MOST; n = n * 3 / 2 + 1) {
    for (int round = 0; round < 20; round++) {
      for (int64_t j = 0; j < n; j++) w[j] = random_value(&r) * (round % 4 == 0 ? 300 : 3);
      (void)softmax(w, n);
      for (int64_t j = 0; j < n; j++) assert_true(w[j] >= 0 && w[j] <= 1);
      assert_near(sum(w, n), 1, (double)(2 * n + 2) * u);
      exact += sum(w, n) == 1;
    }
  }
  assert_true(exact > 0); /* "each row sums to exactly 1" is true of some rows */
}

/* The sink takes its share, and lse counts it. */
static void sink_share(void **state) {
  (void)state;
  double w[] = {0, 0, 0}, lse;
  lse = ref_softmax_row(all_visible, w, 3, 1, 0);
  const double quarter[] = {0.25, 0.25, 0.25};
  assert_all_same(w, quarter, 3);
  assert_same(lse, log(4));
  double high[] = {-1e308, 5, 5};
  lse = ref_softmax_row(all_visible, high, 3, 1, 1e308);
  const double none[] = {0, 0, 0};
  assert_all_same(high, none, 3);
  assert_same(lse, 1e308);
}

static void nothing_visible(void **state) {
  (void)state;
  const unsigned char visible[] = {0, 0};
  const double none[] = {0, 0};
  double w[] = {NAN, 3}, lse = NAN;
  lse = ref_softmax_row(visible, w, 2, 0, 0);
  assert_all_same(w, none, 2);
  assert_same(lse, -HUGE_VAL);
  w[0] = NAN;
  lse = ref_softmax_row(visible, w, 2, 1, -7.25);
  assert_all_same(w, none, 2);
  assert_same(lse, -7.25);
  lse = ref_softmax_row(visible, w, 0, 0, 0);
  assert_same(lse, -HUGE_VAL);
}

/* Wherever the NaN stands, before or after the maximum, with a sink or without. */
static void nan_takes_the_whole_row(void **state) {
  (void)state;
  const unsigned char visible[] = {1, 1, 1, 0};
  for (int at = 0; at < 3; at++) {
    for (int has_sink = 0; has_sink <= 1; has_sink++) {
      double w[] = {1, 2, 0, 4}, lse = 0;
      w[at] = NAN;
      lse = ref_softmax_row(visible, w, 4, has_sink, 1);
      for (int j = 0; j < 3; j++) assert_true(isnan(w[j]));
      assert_same(w[3], 0);
      assert_true(isnan(lse));
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(saturated_and_scaled),
      cmocka_unit_test(nearly_one_hot),
      cmocka_unit_test(rows_often_misprinted),
      cmocka_unit_test(one_visible_key_takes_all),
      cmocka_unit_test(minus_infinity_among_scores),
      cmocka_unit_test(weights_mix_values),
      cmocka_unit_test(equal_scores),
      cmocka_unit_test(huge_scores),
      cmocka_unit_test(subnormal_weights),
      cmocka_unit_test(subnormal_scores),
      cmocka_unit_test(weights_add_up_to_one),
      cmocka_unit_test(sink_share),
      cmocka_unit_test(nothing_visible),
      cmocka_unit_test(nan_takes_the_whole_row),
  };
  return cmocka_run_group_tests(tests, make_all_visible, NULL);
}
