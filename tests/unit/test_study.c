/* The experiments' own arithmetic: intervals that hold the truth as often as they say, figures that are known otherwise, files that are read back. */
#define _POSIX_C_SOURCE 200809L /* NOLINT: reserved for this; mkstemp */
#include <math.h>
#include <unistd.h>

#include "check/random.h"
#include "reports/claims.h"
#include "reports/cost.h"
#include "reports/csv.h"
#include "reports/draw.h"
#include "reports/layer.h"
#include "reports/saturation.h"
#include "reports/scores.h"
#include "reports/sentinel.h"
#include "reports/study.h"
#include "reports/sums.h"
#include "tests/unit/support.h"

static bool holds(interval i, double truth) { return i.low <= truth && truth <= i.high; }

/* Of 2000 intervals of 99%, 20 +- 4.5 miss: 4 standard deviations. With the normal quantile in the place of Student's, which is 26% wider at n = 10, some 60 would. */
static void means_hold_the_truth(void **state) {
  (void)state;
  enum { N = 10 };
  int misses = 0;
  for (uint64_t n = 0; n < 2000; n++) {
    double x[N];
    layer_fill(3, n * N, 1, x, N);
    misses += !holds(statistics_mean(x, N, 0.99), 0);
  }
  assert_in_range(misses, 2, 38);
}

/* Variances of q.k: skewed, so a few more may miss. */
static void variances_hold_the_truth(void **state) {
  (void)state;
  for (int kind = 0; kind < SCORES_KINDS; kind++) {
    int misses = 0;
    for (uint64_t n = 0; n < 1000; n++)
      misses += !holds(scores_variance((scores_kind)kind, 100 + n, 4, 1000, 0.99), scores_exact_variance((scores_kind)kind, 4));
    assert_in_range(misses, 1, 40);
  }
}

/* Slopes through 6 points with noise: of 1000 intervals of 95%, 50 +- 7 miss. */
static void exponents_hold_the_truth(void **state) {
  (void)state;
  double x[6], y[6];
  int misses = 0;
  for (int i = 0; i < 6; i++) {
    x[i] = 1 << i;
    y[i] = 3 * x[i] * x[i];
  }
  const interval exact = statistics_exponent(x, y, 6, 0.99);
  assert_near(exact.value, 2, 1e-14);
  assert_near(exact.high - exact.low, 0, 1e-12);
  for (uint64_t n = 0; n < 1000; n++) {
    for (int i = 0; i < 6; i++) y[i] = 3 * pow(x[i], 1.5) * exp(0.1 * random_normal_at(5, 6 * n + (uint64_t)i));
    misses += !holds(statistics_exponent(x, y, 6, 0.95), 1.5);
  }
  assert_in_range(misses, 22, 78);
}

/* Every pair of vectors of signs: the mean of (q.k)^2 is d_k, without any sampling. And at d_k = 1 each square is 1. */
static void signs_are_exact(void **state) {
  (void)state;
  for (int d = 1; d <= 6; d++) {
    int64_t sum = 0;
    for (unsigned q = 0; q < 1U << d; q++)
      for (unsigned k = 0; k < 1U << d; k++) {
        int64_t dot = d;
        for (int c = 0; c < d; c++) dot -= ((q ^ k) >> c & 1) != 0 ? 2 : 0;
        sum += dot * dot;
      }
    assert_same((double)sum / (double)((int64_t)1 << 2 * d), scores_exact_variance(SCORES_RADEMACHER, d));
  }
  const interval one = scores_variance(SCORES_RADEMACHER, 1, 1, 100, 0.99);
  assert_same(one.value, 1);
  assert_same(one.low, 1);
  assert_same(one.high, 1);
}

/* The sum over c, e of A_ce B_ce, with the covariances written out. */
static void exact_variances(void **state) {
  (void)state;
  for (int d = 1; d < 40; d++) {
    double correlated = 0;
    for (int c = 0; c < d; c++)
      for (int e = 0; e < d; e++) correlated += c == e ? 1 : 0.25;
    assert_same(scores_exact_variance(SCORES_CORRELATED, d), correlated);
    assert_near(scores_exact_variance(SCORES_TUTORIAL, d), 0.0064 * d, 1e-15 * d);
  }
}

/* Mean 0, the variance that is said, the correlation that is said; other vectors and seeds are others. */
static void entries_are_as_said(void **state) {
  (void)state;
  enum { N = 20000 };
  static double a[N], b[N];
  for (int kind = 0; kind < SCORES_KINDS; kind++) {
    const double variance = sqrt(scores_exact_variance((scores_kind)kind, 1));
    double v[2], product = 0, again[2];
    for (uint64_t n = 0; n < N; n++) {
      scores_fill((scores_kind)kind, 9, n, v, 2);
      a[n] = v[0];
      b[n] = v[0] * v[0];
      product += v[0] * v[1] / N;
    }
    assert_true(holds(statistics_mean(a, N, 0.999), 0));
    assert_near(statistics_mean(b, N, 0.999).value, variance, 0.06 * variance);
    assert_near(product, kind == SCORES_CORRELATED ? 0.5 : 0, 0.04);
    scores_fill((scores_kind)kind, 9, N - 1, again, 2);
    assert_all_same(again, v, 2);
  }
  scores_fill(SCORES_NORMAL, 9, 0, a, 4);
  scores_fill(SCORES_NORMAL, 9, 1, b, 4);
  assert_true(a[0] != b[0] && a[1] != b[0]);
  scores_fill(SCORES_NORMAL, 10, 0, b, 4);
  assert_true(a[0] != b[0]);
}

static void measures_of_weights(void **state) {
  (void)state;
  const double equal[4] = {0.25, 0.25, 0.25, 0.25}, hot[4] = {0, 1, 0, 0}, w[4] = {0.5, 0.3, 0.15, 0.05};
  double squares = 0;
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 4; j++) squares += pow((i == j ? w[i] : 0) - w[i] * w[j], 2);
  assert_near(saturation_entropy(equal, 4), log(4), 1e-15);
  assert_same(saturation_entropy(hot, 4), 0);
  assert_same(saturation_jacobian(hot, 4), 0);
  assert_near(saturation_jacobian(w, 4), sqrt(squares), 1e-15);
  const double unknown[4] = {0.5, NAN, 0.25, 0.25};
  assert_true(isnan(saturation_entropy(unknown, 4)) && isnan(saturation_jacobian(unknown, 4)));
  assert_true(isnan(statistics_larger(NAN, 1)) && isnan(statistics_larger(1, NAN)) && statistics_larger(1, 2) == 2 &&
              statistics_larger(2, 1) == 2);
}

/* The layer by hand is the module's, and is not with another scale; NaN is no small difference. */
static void layers_by_hand(void **state) {
  (void)state;
  layer l;
  assert_true(layer_make(&l, 1, 2, 5, 12, 3, true, 0));
  assert_near(layer_difference(l.y, l.by_hand, 2L * 5 * 12), 0, 1e-14);
  layer_free(&l);
  assert_true(layer_make(&l, 1, 2, 5, 12, 3, true, 1));
  assert_true(layer_difference(l.y, l.by_hand, 2L * 5 * 12) > 1e-3);
  layer_free(&l);
  assert_true(isnan(layer_difference((const double[]){1, NAN}, (const double[]){1, 2}, 2)));
}

/* ---- claims whose figures are known from elsewhere */

static void assert_claim(claim_function *judge, claim_verdict verdict, const char *begins) {
  const study_settings asked = {.seed = 1, .samples = 2000};
  claim_found found = {.verdict = CLAIM_UNDECIDED};
  judge(&asked, &found);
  if (found.verdict != verdict || strncmp(found.figure, begins, strlen(begins)) != 0)
    fail_msg("%s: %s", claim_verdict_name(found.verdict), found.figure);
}

/* 0.1025 is what NumPy 1.24 prints of the listing; the parameters are multiplied by hand; the softmax rows are those of a pocket calculator. */
static void known_figures(void **state) {
  (void)state;
  assert_claim(claim_listing, CLAIM_FALSE, "0.1025:");
  assert_claim(claim_gpt3, CLAIM_HOLDS, "1572864; 4718592; 603979776; 57982058496; 33.1%");
  assert_claim(claim_value_map, CLAIM_HOLDS, "150994944; 3145728; a product through 8 columns of 64 has rank 8");
  assert_claim(claim_peaked, CLAIM_HOLDS, "largest weight 1 - 7.7e-10; divided, 0.493");
  assert_claim(claim_one, CLAIM_FALSE, "[0.5388, 0.2191, 0.2421]");
  assert_claim(claim_two_of_four, CLAIM_FALSE, "[0.5695, 0.4305, 0, 0]");
  assert_claim(claim_hundred, CLAIM_HOLDS, "[1, 1e-43, 2.7e-43]");
  assert_claim(claim_root, CLAIM_HOLDS, "11.3137");
}

/* Two orders of one sum differ in their last bits: what says that they do not has computed one of them twice. */
static void two_forms_are_two(void **state) {
  (void)state;
  const study_settings asked = {.seed = 1, .samples = 2000};
  claim_found found = {.verdict = CLAIM_UNDECIDED};
  claim_value_up(&asked, &found);
  assert_int_equal(found.verdict, CLAIM_HOLDS);
  assert_string_not_equal(found.figure, "largest difference 0");
}

static void verdicts(void **state) {
  (void)state;
  claim_found found;
  claim_judge(&found, true, false, "%d", 1);
  assert_int_equal(found.verdict, CLAIM_HOLDS);
  claim_judge(&found, false, true, "%d", 1);
  assert_int_equal(found.verdict, CLAIM_APPROXIMATELY);
  claim_judge(&found, NAN <= 1, NAN <= 2, "%d", 1);
  assert_int_equal(found.verdict, CLAIM_FALSE);
}

/* Next to nothing, of which only that it is measured and told counts: every variant that takes binary32 has its rows and its exponent, and the intervals are some. */
static void costs(void **state) {
  (void)state;
  static const sweep_row rows[] = {{"heads", "", SWEEP_HEADS, {[SWEEP_HEADS] = "1,2,4", [SWEEP_KEYS] = "16", [SWEEP_D_K] = "8"}}};
  study s = {.settings.samples = 3};
  check_error error;
  assert_int_equal(cost_run(&s, rows, 1, 1e-6, &error), CHECK_OK);
  assert_int_equal(s.tables, 2);
  const study_table *const times = &s.table[0], *const exponents = &s.table[1];
  assert_true(study_rows(exponents) > 0);
  assert_int_equal(study_rows(times), 3 * study_rows(exponents));
  for (size_t row = 0; row < study_rows(times); row++) {
    const double time = study_cell_at(times, row, 3)->number;
    assert_true(time > 0 && study_cell_at(times, row, 4)->number <= time && study_cell_at(times, row, 5)->number >= time);
    assert_true(isfinite(study_cell_at(times, row, 6)->number));
  }
  for (size_t row = 0; row < study_rows(exponents); row++)
    for (size_t c = 3; c < 6; c++) assert_true(isfinite(study_cell_at(exponents, row, c)->number));
  study_free(&s);
}

/* ---- sums */

/* 1 + 2^-24 is 1 where binary32 has 24 bits, ties to even; compensated, the two of them are not lost; and in each order whole numbers are exact. */
static void orders(void **state) {
  (void)state;
  const float lost[] = {1, 0x1p-24F, 0x1p-24F};
  float whole[100];
  assert_same((double)sums_added(SUMS_IN_ORDER, lost, 3), 1);
  assert_same((double)sums_added(SUMS_COMPENSATED, lost, 3), 1 + 0x1p-23);
  assert_same((double)sums_added(SUMS_PAIRWISE, lost, 3), 1);
  for (int j = 0; j < 100; j++) whole[j] = (float)(j + 1);
  for (int order = 0; order < SUMS_ORDERS; order++) {
    double worst = 0;
    assert_same((double)sums_added((sums_order)order, whole, 100), 5050);
    for (int n = 17; n <= SUMS_MOST; n = 3 * n - 1) {
      const interval error = sums_error((sums_order)order, 1, n, 100, 0.99, &worst);
      assert_true(error.value > 0 && error.value <= worst && worst <= sums_bound((sums_order)order, n));
    }
  }
}

static void rows_of_softmax(void **state) {
  (void)state;
  const sums_rows one = sums_of_rows(1, 1, 10), many = sums_of_rows(1, 1000, 200);
  assert_near(one.ones, 1, 1e-15);
  assert_same(one.worst, 0);
  assert_true(many.ones > 0 && many.ones < 0.5 && many.worst > 0 && many.worst <= many.bound);
}

/* exp(x) is 0 below the logarithm of half the smallest number: -745.13 in binary64, and in binary32 -103.97 or, where a variant flushes subnormal numbers, -87.3. */
static void sentinels(void **state) {
  (void)state;
  assert_near(sentinel_highest(false, -1e4), -1e4 + 745.13, 0.02);
  const double narrow = sentinel_highest(true, -1e4) + 1e4;
  assert_true(narrow > 86 && narrow < 105);
  assert_near(sentinel_leak(false, -1e4, -1e4), 0.5, 1e-15);
  assert_same(sentinel_leak(false, -1, -HUGE_VAL), 0);
}

/* ---- files */

static char *read_all(const char *path) {
  static char text[100000];
  FILE *const file = fopen(path, "r");
  assert_non_null(file);
  text[fread(text, 1, sizeof text - 1, file)] = '\0';
  assert_int_equal(fclose(file), 0);
  return text;
}

static const study_column columns[] = {{"who", "", false}, {"time", "s", false}, {"low", "s", false}};
static const study_plot plots[] = {
    {.name = "p", .title = "A 'title' \\ <&>", .x = 1, .y = 2, .low = NO_COLUMN, .high = NO_COLUMN, .line = NO_COLUMN, .among = NO_COLUMN}};

static void small_table(study *s) {
  *s = (study){.name = "test"};
  study_table *const t = study_begin(s, "t", columns, 3, plots, 1);
  study_text(s, t, "a,\"b\"\n");
  study_number(s, t, 0.1);
  study_number(s, t, NAN);
  study_text(s, t, "it's");
  study_number(s, t, 2);
  study_number(s, t, 1e300);
}

static void tables_as_csv(void **state) {
  (void)state;
  char path[] = "/tmp/attest-study-XXXXXX";
  check_error error;
  study s;
  small_table(&s);
  assert_int_equal(study_rows(&s.table[0]), 2);
  (void)close(mkstemp(path));
  assert_int_equal(csv_write(&s.table[0], path, &error), CHECK_OK);
  assert_string_equal(read_all(path), "who,time [s],low [s]\n\"a,\"\"b\"\"\n\",0.10000000000000001,nan\nit's,2,1.0000000000000001e+300\n");
  assert_int_equal(csv_write(&s.table[0], "/tmp/not-there/t.csv", &error), CHECK_BAD_INPUT);
  (void)unlink(path);
  study_free(&s);
}

/* Texts that mean something to gnuplot or in SVG are shown as they are. */
static void plots_as_svg(void **state) {
  (void)state;
  char path[] = "/tmp/attest-study-XXXXXX";
  check_error error;
  study s;
  small_table(&s);
  (void)close(mkstemp(path));
  const check_status status = draw_plot(&s.table[0], &plots[0], path, &error);
  if (status == CHECK_BAD_INPUT && strstr(error.text, "not found") != NULL) skip();
  assert_int_equal(status, CHECK_OK);
  const char *const text = read_all(path);
  assert_non_null(strstr(text, "</svg>"));
  assert_non_null(strstr(text, "A \xe2\x80\x99title\xe2\x80\x99 \\ &lt;&amp;>"));
  assert_non_null(strstr(text, "time [s]"));
  assert_non_null(strstr(text, "it\xe2\x80\x99s"));
  (void)unlink(path);
  study_free(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(means_hold_the_truth),
      cmocka_unit_test(variances_hold_the_truth),
      cmocka_unit_test(exponents_hold_the_truth),
      cmocka_unit_test(signs_are_exact),
      cmocka_unit_test(exact_variances),
      cmocka_unit_test(entries_are_as_said),
      cmocka_unit_test(measures_of_weights),
      cmocka_unit_test(layers_by_hand),
      cmocka_unit_test(known_figures),
      cmocka_unit_test(two_forms_are_two),
      cmocka_unit_test(verdicts),
      cmocka_unit_test(tables_as_csv),
      cmocka_unit_test(plots_as_svg),
      cmocka_unit_test(costs),
      cmocka_unit_test(orders),
      cmocka_unit_test(rows_of_softmax),
      cmocka_unit_test(sentinels),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
