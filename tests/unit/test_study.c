/* The experiments' own arithmetic: intervals that hold the truth as often as they say, figures that are known
   otherwise, files that are read back. */
#define _POSIX_C_SOURCE 200809L /* NOLINT: reserved for this; mkstemp */
#include <math.h>
#include <unistd.h>

#include "bench/peak.h"
#include "check/cases/random.h"
#include "reports/claims.h"
#include "reports/cost.h"
#include "reports/csv.h"
#include "reports/draw.h"
#include "reports/findings.h"
#include "reports/labels.h"
#include "reports/layer.h"
#include "reports/peakedness.h"
#include "reports/roofline.h"
#include "reports/saturation.h"
#include "reports/scores.h"
#include "reports/script.h"
#include "reports/sentinel.h"
#include "reports/study.h"
#include "reports/sums.h"
#include "tests/unit/support.h"

static bool holds(interval i, double truth) { return i.low <= truth && truth <= i.high; }

/* Of 2000 intervals of 99%, 20 +- 4.5 miss: 4 standard deviations. With the normal quantile instead of Student's,
   which is 26% wider at n = 10, some 60 would. */
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

/* Exponentials of normal numbers are skewed, and their median is 1. Of 2000 intervals at n = 10, each from the least
   to the largest number, a share of 1 - 2^-9 = 99.8% holds it. */
static void medians_hold_the_truth(void **state) {
  (void)state;
  enum { N = 10 };
  int misses = 0;
  for (uint64_t n = 0; n < 2000; n++) {
    double x[N];
    layer_fill(3, n * N, 1, x, N);
    for (int i = 0; i < N; i++) x[i] = exp(x[i]);
    misses += !holds(statistics_median(x, N, 0.99), 1);
  }
  assert_in_range(misses, 0, 13);
  const double few[] = {3, 1, 2, 9}, tenth[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20};
  const interval of_four = statistics_median(few, 4, 0.99), of_twenty = statistics_median(tenth, 20, 0.95);
  assert_same(of_four.value, 2.5);
  assert_true(isnan(of_four.low) && isnan(of_four.high));                             /* 1 - 2^-3 is less than 99% */
  assert_true(of_twenty.value == 10.5 && of_twenty.low == 6 && of_twenty.high == 15); /* tables: 6th and 15th of 20 */
}

/* 3 + 2 x + x^2 / 2 and nothing else; with one value doubled the furthest is far. */
static void quadratics_are_found(void **state) {
  (void)state;
  const double x[] = {1, 2, 4, 8, 1024};
  double y[5], c[3];
  for (int i = 0; i < 5; i++) y[i] = 3 + 2 * x[i] + x[i] * x[i] / 2;
  assert_true(statistics_quadratic(x, y, 5, c) < 1e-12);
  assert_near(c[0], 3, 1e-10);
  assert_near(c[1], 2, 1e-11);
  assert_near(c[2], 0.5, 1e-13);
  y[2] *= 2;
  assert_true(statistics_quadratic(x, y, 5, c) > 0.2);
}

/* Variances of q.k: skewed, so a few more may miss. */
static void variances_hold_the_truth(void **state) {
  (void)state;
  for (int kind = 0; kind < SCORES_KINDS; kind++) {
    int misses = 0;
    for (uint64_t n = 0; n < 1000; n++)
      misses += !holds(scores_variance((scores_kind)kind, 100 + n, 4, 1000, 0.99),
                       scores_exact_variance((scores_kind)kind, 4));
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
  assert_near(peakedness_entropy(equal, 4), log(4), 1e-15);
  assert_same(peakedness_entropy(hot, 4), 0);
  assert_same(peakedness_jacobian(hot, 4), 0);
  assert_near(peakedness_jacobian(w, 4), sqrt(squares), 1e-15);
  const double unknown[4] = {0.5, NAN, 0.25, 0.25};
  assert_true(isnan(peakedness_entropy(unknown, 4)) && isnan(peakedness_jacobian(unknown, 4)));
  // a monotone function of the other, whatever it is; ties share the middle of their places; NaN has none
  const double up[4] = {1, 2, 3, 4}, steep[4] = {-5, 0, 1, 1e9}, down[4] = {3, 2, 1, 0}, tied[4] = {1, 1, 2, 2};
  assert_near(statistics_rank_correlation(up, steep, 4), 1, 1e-15);
  assert_near(statistics_rank_correlation(up, down, 4), -1, 1e-15);
  assert_near(statistics_rank_correlation(up, tied, 4), 2 / sqrt(5), 1e-15);
  assert_true(isnan(statistics_rank_correlation(up, unknown, 4)) && isnan(statistics_rank_correlation(unknown, up, 4)));
  assert_near(statistics_deviation(up, 4), sqrt(1.25), 1e-15);
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

/* 0.1025 is what NumPy 1.24 prints of the listing; the parameters are multiplied by hand; the softmax rows are those of
   a pocket calculator. */
static void known_figures(void **state) {
  (void)state;
  assert_claim(claim_listing, CLAIM_FALSE, "0.1025:");
  assert_claim(
      claim_gpt3, CLAIM_HOLDS,
      "W_Q of a head 1572864; query, key and value-down of a head 4718592; attention of a layer 603979776; of 96 "
      "layers 57982058496, 33.1% of");
  assert_claim(claim_value_map, CLAIM_HOLDS,
               "full value map 150994944 parameters; value-down with value-up 3145728; a product of 64 x 8 and 8 x 64 "
               "matrices has rank 8");
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

/* The tables of the tokens and of the matrices, multiplied, are those of the queries, keys and values. */
static void assert_mapped(const study_table *t, size_t matrix, size_t mapped) {
  enum { FIRST = 2 };
  for (size_t i = 0; i < 3; i++)
    for (size_t c = 0; c < 2; c++) {
      double sum = 0;
      for (size_t m = 0; m < 4; m++)
        sum += study_cell_at(t, i, FIRST + m)->number * study_cell_at(t, matrix + m, FIRST + c)->number;
      assert_same(study_cell_at(t, mapped + i, FIRST + c)->number, sum);
    }
}

/* Attention on three tokens, with the integers worked out by hand and the weights by a pocket calculator. */
static void three_tokens(void **state) {
  (void)state;
  enum { FIRST = 2, W_Q = 3, W_K = 7, W_V = 11, Q = 15, K = 18, V = 21, SCORES = 24, WEIGHTS = 30, OUT = 33 };
  static const struct {
    size_t row;
    double number[3];
  } known[] = {{Q, {1, -1}},    {Q + 2, {1, 2}},         {K + 1, {3, 2}},        {V, {2, 1}},
               {V + 2, {0, 1}}, {SCORES + 1, {1, 8, 3}}, {SCORES + 2, {2, 7, 3}}};
  size_t kind = 0;
  const study_settings settings = {.seed = 1};
  study s;
  check_error error;
  while (strcmp(study_at(kind)->name, "example") != 0) kind++;
  assert_int_equal(study_run(study_at(kind), &settings, &s, &error), CHECK_OK);
  for (size_t n = 0; n < sizeof known / sizeof known[0]; n++)
    for (size_t c = 0; c < (known[n].row < SCORES ? 2 : 3); c++)
      assert_same(study_cell_at(&s.table[0], known[n].row, FIRST + c)->number, known[n].number[c]);
  assert_mapped(&s.table[0], W_Q, Q);
  assert_mapped(&s.table[0], W_K, K);
  assert_mapped(&s.table[0], W_V, V);
  assert_near(study_cell_at(&s.table[0], WEIGHTS + 2, FIRST + 1)->number, 0.91891, 5e-6);
  assert_near(study_cell_at(&s.table[0], OUT + 2, FIRST)->number, 2 * 0.91891 + 2 * 0.02678, 2e-5);
  study_free(&s);
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

/* Next to nothing, of which only that it is measured and told counts: every variant that takes binary32 has its rows
   and its exponent, and the intervals are some; times in the range of the fit stand beside their curve, memory is its
   polynomial, and the guide has slope 2. */
static void costs(void **state) {
  (void)state;
  enum { VALUE = 2, TIME, LOW_END, HIGH_END, CURVE, MEMORY_COLUMN = 12, POLYNOMIAL };
  static const sweep_row rows[] = {
      {"heads", "", SWEEP_HEADS, {[SWEEP_HEADS] = "1,2,4", [SWEEP_KEYS] = "16", [SWEEP_D_K] = "8"}},
      {"length", "", SWEEP_KEYS, {[SWEEP_HEADS] = "1", [SWEEP_KEYS] = "128,512,1024", [SWEEP_D_K] = "8"}}};
  study s = {.settings.samples = 3};
  check_error error;
  assert_int_equal(cost_run(&s, rows, 2, 1e-6, &error), CHECK_OK);
  assert_int_equal(s.tables, 5);
  const study_table *const times = &s.table[0], *const left = &s.table[1], *const exponents = &s.table[2],
                           *const memory = &s.table[3];
  size_t lengths = 0;
  for (size_t row = 0; row < study_rows(exponents); row++)
    lengths += strcmp(study_cell_at(exponents, row, 0)->text, "length") == 0;
  assert_true(lengths > 0 && study_rows(exponents) > lengths);
  assert_int_equal(study_rows(times), 3 * study_rows(exponents) + 2); /* and the guide, at 512 and 1024 */
  assert_int_equal(study_rows(memory), lengths);
  double guide = 0;
  for (size_t row = 0; row < study_rows(times); row++) {
    const double value = study_cell_at(times, row, VALUE)->number, time = study_cell_at(times, row, TIME)->number,
                 curve = study_cell_at(times, row, CURVE)->number;
    const bool curved = strcmp(study_cell_at(times, row, 0)->text, "length") == 0;
    if (strcmp(study_cell_at(times, row, 1)->text, "T^2") == 0) {
      if (guide > 0) assert_near(curve, 4 * guide, 1e-9 * curve);
      guide = curve;
      continue;
    }
    assert_true(time > 0 && study_cell_at(times, row, LOW_END)->number <= time &&
                study_cell_at(times, row, HIGH_END)->number >= time);
    assert_true(isnan(curve) == !(curved && value >= 512));
    if (curved)
      assert_near(study_cell_at(times, row, POLYNOMIAL)->number, study_cell_at(times, row, MEMORY_COLUMN)->number,
                  1e-6 * study_cell_at(times, row, MEMORY_COLUMN)->number);
  }
  assert_true(guide > 0);
  assert_int_equal(study_rows(left), 2 * lengths); /* at 512 and 1024 */
  for (size_t row = 0; row < study_rows(left); row++) {
    const double share = study_cell_at(left, row, 2)->number;
    assert_true(share > 0 && study_cell_at(left, row, 3)->number <= share &&
                study_cell_at(left, row, 4)->number >= share);
  }
  for (size_t row = 0; row < study_rows(exponents); row++)
    for (size_t c = 2; c < 5; c++) assert_true(isfinite(study_cell_at(exponents, row, c)->number));
  for (size_t n = 0; n < times->plot_count; n++) {
    char text[STUDY_FINDING_MAX];
    const char *const only = times->plots[n].only;
    const bool measured = strcmp(only, "heads") == 0 || strcmp(only, "length") == 0;
    findings_tell(times, &times->plots[n], text);
    assert_int_equal(strcmp(text, "Nothing was measured.") == 0, !measured);
  }
  study_free(&s);
}

/* ---- sums */

/* 1 + 2^-24 is 1 where binary32 has 24 bits, ties to even; compensated, the two of them are not lost; and in each order
   whole numbers are exact. */
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

/* exp(x) is 0 below the logarithm of half the smallest number: -745.13 in binary64, and in binary32 -103.97 or, where a
   variant flushes subnormal numbers, -87.3. */
static void sentinels(void **state) {
  (void)state;
  assert_near(sentinel_highest(false, -1e4), -1e4 + 745.13, 0.02);
  const double narrow = sentinel_highest(true, -1e4) + 1e4;
  assert_true(narrow > 86 && narrow < 105);
  assert_near(sentinel_leak(false, -1e4, -1e4), 0.5, 1e-15);
  assert_same(sentinel_leak(false, -1, -HUGE_VAL), 0);
}

/* ---- what plots show */

enum { WHO, N, TIME, LOW, HIGH, BOUND, TIMES_WIDTH };

static const study_column times_columns[TIMES_WIDTH] = {{"who", "", false}, {"n", "", false},    {"time", "us", false},
                                                        {"low", "", false}, {"high", "", false}, {"bound", "", false}};

static study_plot plot_of_times(study_finding *find) {
  return (study_plot){.name = "p",
                      .title = "times",
                      .x = N,
                      .y = TIME,
                      .low = LOW,
                      .high = HIGH,
                      .line = BOUND,
                      .series = WHO,
                      .among = NO_COLUMN,
                      .log_x = true,
                      .log_y = true,
                      .find = find};
}

/* 3 n^2 by a and 2 n by b at 1, 2, 4 and 8, under the bound 256, which one interval holds; by c 5 throughout, if it is
   asked for. */
static void table_of_times(study *s, bool constant) {
  *s = (study){.name = "test"};
  study_table *const t = study_begin(s, "t", times_columns, TIMES_WIDTH, NULL, 0);
  for (int who = 0; who < (constant ? 3 : 2); who++)
    for (int n = 1; n <= 8; n *= 2) {
      const double time = who == 0 ? 3.0 * n * n : who == 1 ? 2 * n : 5;
      study_text(s, t, who == 0 ? "a" : who == 1 ? "b" : "c");
      study_number(s, t, n);
      study_number(s, t, time);
      study_number(s, t, time - 1);
      study_number(s, t, time == 192 ? 256 : time);
      study_number(s, t, 256);
    }
}

static void assert_finding(const study *s, const study_plot *plot, const char *expected) {
  char text[STUDY_FINDING_MAX];
  findings_tell(&s->table[0], plot, text);
  assert_string_equal(text, expected);
}

static void findings_of_tables(void **state) {
  (void)state;
  study s;
  table_of_times(&s, false);
  study_plot plot = plot_of_times(findings_growth);
  assert_finding(&s, &plot, "Time grows as n^1.00 [1.00, 1.00] (b) to n^2.00 [2.00, 2.00] (a) from n = 1 on.");
  plot.symbol = "T";
  plot.from = 2;
  assert_finding(&s, &plot, "Time grows as T^1.00 [1.00, 1.00] (b) to T^2.00 [2.00, 2.00] (a) from T = 2 on.");
  plot.from = 4;
  assert_finding(&s, &plot, "No series has three points from T = 4 on, which an exponent takes.");
  plot = plot_of_times(findings_ratio);
  assert_finding(&s, &plot, "Time at n = 8 is 8 (b) to 64 (a) times that at n = 1.");
  plot.find = findings_held;
  assert_finding(&s, &plot, "The line, bound, lies in 1 of 8 intervals of 99%.");
  study_free(&s);
}

/* The rows of "it", of which the first is meant. */
static void findings_of_rows(void **state) {
  (void)state;
  static const study_column map[] = {
      {"row", "", false}, {"token", "", false}, {"key", "", false}, {"name", "", false}, {"weight", "", false}};
  static const double weight[] = {1, 0, 0, 0.25, 0.25, 0.5, 0, 1, 0};
  const char *const token[] = {"the", "it", "it"}, *const key[] = {"the", "road", "it"};
  const study_plot plot = {.heat = true, .x = 2, .y = 0, .z = 4, .x_names = 3, .y_names = 1, .among = NO_COLUMN};
  study s = {.name = "test"};
  char text[STUDY_FINDING_MAX] = "";
  study_table *const t = study_begin(&s, "t", map, 5, NULL, 0);
  for (int n = 0; n < 9; n++) {
    const int row = n / 3;
    study_number(&s, t, row);
    study_text(&s, t, token[row]);
    study_number(&s, t, n % 3);
    study_text(&s, t, key[n % 3]);
    study_number(&s, t, weight[n]);
  }
  findings_row(t, &plot, "it", text);
  assert_string_equal(text, "'it' gives most to 'it', 0.50 of its weight, and next most to 'the', 0.25.");
  text[0] = '\0';
  findings_row(t, &plot, "too", text);
  assert_string_equal(text, "There is no row of 'too'.");
  study_free(&s);
}

static void findings_of_courses(void **state) {
  (void)state;
  study s;
  table_of_times(&s, true);
  study_plot plot = plot_of_times(findings_ends);
  assert_finding(&s, &plot,
                 "From n = 1 to 8, time rises from 3 to 192 us (who a); it rises from 2 to 16 us (who b); it stays "
                 "within 5 and 5 us (who c).");
  plot.y = LOW;
  plot.x = TIME;
  plot.among = WHO;
  plot.only = "b";
  assert_finding(&s, &plot, "From time = 2 to 16, low rises from 1 to 15 (who b).");
  s.table[0].cells[5 * TIMES_WIDTH + LOW].number = 99;
  assert_finding(&s, &plot, "From time = 2 to 16, low goes from 1 to 15 (who b), within 1 and 99.");
  study_free(&s);
}

/* Of what is not known nothing is said but that. */
static void findings_of_nothing(void **state) {
  (void)state;
  study_finding *const all[] = {findings_growth, findings_ends, findings_ratio, findings_held};
  study s;
  table_of_times(&s, false);
  s.table[0].cells[TIME].number = NAN;
  study_plot plot = plot_of_times(findings_ratio);
  assert_finding(&s, &plot, "Time at n = 8 is 8 (b) to 8 (b) times that at n = 1. 1 of 8 points are no numbers.");
  for (size_t row = 0; row < study_rows(&s.table[0]); row++) s.table[0].cells[row * TIMES_WIDTH + TIME].number = NAN;
  assert_finding(&s, &plot, "Nothing was measured."); /* what has a line and no points is a guide */
  plot.line = NO_COLUMN;
  for (size_t n = 0; n < sizeof all / sizeof all[0]; n++) {
    plot.find = all[n];
    assert_finding(&s, &plot, "None of 8 points is a number.");
  }
  plot.among = WHO;
  plot.only = "nobody";
  for (size_t n = 0; n < sizeof all / sizeof all[0]; n++) {
    plot.find = all[n];
    assert_finding(&s, &plot, "Nothing was measured.");
  }
  study_free(&s);
}

/* Of the studies that are soon run every plot has a sentence, whole and with a figure in it. */
static void findings_of_studies(void **state) {
  (void)state;
  static const struct {
    const char *name;
    int64_t samples;
  } asked[] = {{"variance", 20}, {"saturation", 3}, {"shapes", 0}, {"heads", 0}};
  for (size_t n = 0; n < sizeof asked / sizeof asked[0]; n++) {
    size_t kind = 0, plots = 0;
    while (strcmp(study_at(kind)->name, asked[n].name) != 0) kind++;
    const study_settings settings = {.seed = 1, .samples = asked[n].samples, .data = "tests/data/activations"};
    study s;
    check_error error;
    assert_int_equal(study_run(study_at(kind), &settings, &s, &error), CHECK_OK);
    for (size_t table = 0; table < s.tables; table++)
      for (size_t p = 0; p < s.table[table].plot_count; p++, plots++) {
        char text[STUDY_FINDING_MAX];
        findings_tell(&s.table[table], &s.table[table].plots[p], text);
        if (strpbrk(text, "0123456789") == NULL || strstr(text, "nan") != NULL || strstr(text, "no numbers") != NULL)
          fail_msg("%s: %s", s.table[table].plots[p].name, text);
        assert_true(strlen(text) < STUDY_FINDING_MAX - 1 && text[strlen(text) - 1] == '.');
      }
    assert_true(plots > 0);
    study_free(&s);
  }
}

/* ---- how they are drawn */

static char *script_of(const study_table *t, const study_plot *plot) {
  static char text[100000];
  FILE *const script = tmpfile();
  assert_non_null(script);
  script_write(script, t, plot);
  rewind(script);
  text[fread(text, 1, sizeof text - 1, script)] = '\0';
  assert_int_equal(fclose(script), 0);
  return text;
}

/* " pt 5 ps 0.6 lc rgb '#0072B2' ", of the series of that name. */
static void find_style(char *script, const char *name, char found[100]) {
  char wanted[60];
  (void)snprintf(wanted, sizeof wanted, "title '%s'", name);
  char *const end = strstr(script, wanted), *begin = end;
  assert_non_null(end);
  while (strncmp(begin, " pt ", 4) != 0) begin--;
  (void)snprintf(found, 100, "%.*s", (int)(end - begin), begin);
}

/* A variant alone has the style that it has beside all others; and no two have the same. */
static void variants_keep_their_style(void **state) {
  (void)state;
  study_plot plot = plot_of_times(findings_growth);
  study s = {.name = "test"};
  char together[32][100], alone[100];
  study_table *const t = study_begin(&s, "t", times_columns, TIMES_WIDTH, NULL, 0);
  for (size_t n = 0; attest_variant_name(n) != NULL; n++) {
    study_text(&s, t, attest_variant_name(n));
    for (int c = N; c < TIMES_WIDTH; c++) study_number(&s, t, 1);
  }
  for (size_t n = 0; attest_variant_name(n) != NULL; n++) {
    plot.among = NO_COLUMN;
    find_style(script_of(t, &plot), attest_variant_name(n), together[n]);
    plot.among = WHO;
    plot.only = attest_variant_name(n);
    find_style(script_of(t, &plot), attest_variant_name(n), alone);
    assert_string_equal(alone, together[n]);
    for (size_t m = 0; m < n; m++) assert_string_not_equal(together[n], together[m]);
  }
  study_free(&s);
}

/* Plain numbers where they are short, else powers of ten; texts along x stand where they first come. */
static void marks_of_axes(void **state) {
  (void)state;
  study s;
  table_of_times(&s, true);
  study_plot plot = plot_of_times(findings_growth);
  assert_non_null(strstr(script_of(&s.table[0], &plot),
                         "set yrange [1:500]\nset logscale y\nset ytics ('1' 1, '10' 10, '100' 100)"));
  for (size_t row = 0; row < study_rows(&s.table[0]); row++)
    for (int c = TIME; c < TIMES_WIDTH; c++)
      s.table[0].cells[row * TIMES_WIDTH + (size_t)c].number = c == LOW ? 3e-8 : 2e-7;
  assert_non_null(strstr(script_of(&s.table[0], &plot),
                         "[2e-08:2e-07]\nset logscale y\nset ytics ('2\u00b710^{-8}' 2e-08, '5\u00b710^{-8}' 5e-08, "
                         "'10^{-7}' 1e-07, '2\u00b710^{-7}' 2e-07)"));
  plot.x = WHO;
  plot.series = NO_COLUMN;
  assert_non_null(strstr(script_of(&s.table[0], &plot), "('a' 0, 'b' 1, 'c' 2)"));
  study_free(&s);
}

/* Three series end at 8, two of them at nearly the same height. Their names stand a line of text apart and in the
   order of the points, on a logarithmic axis and on a linear one. */
static void names_stand_apart(void **state) {
  (void)state;
  for (int scale = 0; scale < 2; scale++) {
    study s;
    labels placed;
    table_of_times(&s, true);
    study_plot plot = plot_of_times(findings_growth);
    plot.log_y = scale == 1;
    s.table[0].cells[7 * TIMES_WIDTH + TIME].number = 5.01;
    labels_place(&s.table[0], &plot, &placed);
    const double line = 0.07, span = scale == 1 ? placed.high / placed.low : placed.high - placed.low;
    assert_int_equal(placed.count, 3);
    assert_int_equal(placed.longest, 1);
    for (size_t n = 0; n < 3; n++) {
      const label *const l = &placed.at[n];
      assert_int_equal(l->row, 4 * n);
      assert_true(l->at_x > l->x && l->x == 8 && l->at_y >= placed.low && !l->line);
      if (n == 0) continue;
      const double above = placed.at[n - 1].at_y;
      assert_true((scale == 1 ? log(above / l->at_y) / log(span) : (above - l->at_y) / span) > line);
    }
    assert_true(placed.left == 1 && placed.right == 8 && placed.high >= 256);
    study_free(&s);
  }
}

/* A name whose place at the right holds the named point of another series stands at the left; at the right if that is no
   better. */
static void names_leave_points_free(void **state) {
  (void)state;
  study s;
  labels placed;
  table_of_times(&s, true);
  study_plot plot = plot_of_times(findings_growth);
  s.table[0].cells[3 * TIMES_WIDTH + N].number = 7.4; /* a, just left of b */
  s.table[0].cells[7 * TIMES_WIDTH + TIME].number = 190;
  labels_place(&s.table[0], &plot, &placed);
  assert_true(placed.at[0].row == 0 && placed.at[0].left && placed.at[0].at_x < 7.4);
  assert_true(placed.at[1].row == 4 && !placed.at[1].left && placed.at[1].at_x > 8);
  s.table[0].cells[11 * TIMES_WIDTH + TIME].number = 194; /* c, at the left of a */
  s.table[0].cells[11 * TIMES_WIDTH + N].number = 6.8;
  labels_place(&s.table[0], &plot, &placed);
  assert_true(placed.at[1].row == 0 && !placed.at[1].left);
  study_free(&s);
}

/* Ends that are asked for stand where they hold all points, and give way where they do not; an outline is named where
   it falls to half of its height. */
static void axes_hold_all_points(void **state) {
  (void)state;
  study s;
  labels placed;
  table_of_times(&s, true);
  study_plot plot = plot_of_times(findings_growth);
  plot.log_y = false;
  plot.y_low = -10;
  plot.y_high = 500;
  labels_place(&s.table[0], &plot, &placed);
  assert_true(placed.low == -10 && placed.high == 500);
  plot.y_high = 100; /* a is at 192 */
  labels_place(&s.table[0], &plot, &placed);
  assert_true(placed.low == 0 && placed.high > 256);
  plot.outline = true;
  s.table[0].cells[1 * TIMES_WIDTH + TIME].number = 500; /* a at 2, */
  s.table[0].cells[2 * TIMES_WIDTH + TIME].number = 260; /* and at 4; 192 at 8 is less than half */
  labels_place(&s.table[0], &plot, &placed);
  assert_true(placed.at[0].row == 0 && placed.at[0].x == 4 && placed.at[0].y == 260);
  study_free(&s);
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
static const study_plot plots[] = {{.name = "p",
                                    .title = "A 'title' \\ <&>",
                                    .x = 1,
                                    .y = 2,
                                    .low = NO_COLUMN,
                                    .high = NO_COLUMN,
                                    .line = NO_COLUMN,
                                    .among = NO_COLUMN}};

/* A benchmark of attention in binary32 with 4 GFLOP/s at 2 FLOP a byte, half of what a memory of 4 Gbyte/s feeds; peak:
   16 GFLOP/s. */
static json_t *benchmarks_of(const char *isa) {
  char peak[40];
  json_t *const all = json_array();
  (void)snprintf(peak, sizeof peak, "peak/%s/f32/threads:1", isa);
  const struct {
    const char *name, *counter;
    double counted;
  } entries[] = {
      {"sweep/blocked/f32/keys:16", "flops", 4e9}, {peak, "flops", 16e9}, {"peak/read/memory/threads:1", "bytes", 4e9}};
  for (size_t n = 0; n < sizeof entries / sizeof entries[0]; n++)
    (void)json_array_append_new(all, json_pack("{s:s, s:s, s:s, s:i, s:i, s:f, s:f, s:s, s:f, s:f, s:f, s:f}", "name",
                                               entries[n].name, "run_name", entries[n].name, "run_type", "iteration",
                                               "repetitions", 1, "iterations", 1, "real_time", 1e9, "cpu_time", 1e9,
                                               "time_unit", "ns", entries[n].counter, entries[n].counted, "FLOP/s",
                                               entries[n].counted, "intensity", 2.0, "percent_of_roof", 50.0));
  return json_pack("[{s:s, s:{s:o}}]", "name", "bench", "result", "benchmarks", all);
}

/* The ridge point is where the peak is reached, at 4 FLOP a byte: 2 are half of it, and the roof is a half there. It is
   drawn from a half of that on, and 4 times beyond the ridge point. */
static void roofs(void **state) {
  (void)state;
  char directory[] = "/tmp/attest-study-XXXXXX", path[60];
  check_error error;
  json_t *const parts = benchmarks_of(peak_isa_of("blocked"));
  assert_non_null(mkdtemp(directory));
  const page p = {.to = tmpfile(), .parts = parts, .directory = directory};
  const check_status status = roofline_draw(&p, &error);
  (void)snprintf(path, sizeof path, "%s/roofline.csv", directory);
  static const char begin[] =
      "of,intensity [FLOP/byte],rate [GFLOP/s],limit [GFLOP/s],intensity over that of the ridge point,rate over the "
      "peak,roof over the peak\nblocked,2,4,8,0.5,0.25,nan\nroof,nan,nan,nan,0.25,nan,0.25\n";
  static const char end[] = "\nroof,nan,nan,nan,1,nan,1\nroof,nan,nan,nan,4,nan,1\n";
  const char *const text = read_all(path);
  assert_memory_equal(text, begin, sizeof begin - 1);
  assert_string_equal(text + strlen(text) - (sizeof end - 1), end);
  (void)unlink(path);
  if (status == CHECK_OK) {
    char line[200] = "";
    assert_int_equal(roofline_put(&p, &error), CHECK_OK);
    rewind(p.to);
    (void)fread(line, 1, sizeof line - 1, p.to);
    assert_non_null(strstr(line, "<p>Each at its highest rate, 1 of 1 variants reach half of their roof; blocked "
                                 "reaches most, 50%, and blocked least"));
    (void)snprintf(path, sizeof path, "%s/roofline.svg", directory);
    (void)unlink(path);
  }
  (void)fclose(p.to);
  (void)rmdir(directory);
  json_decref(parts);
}

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
  assert_string_equal(
      read_all(path),
      "who,time [s],low [s]\n\"a,\"\"b\"\"\n\",0.10000000000000001,nan\nit's,2,1.0000000000000001e+300\n");
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
      cmocka_unit_test(medians_hold_the_truth),
      cmocka_unit_test(quadratics_are_found),
      cmocka_unit_test(variances_hold_the_truth),
      cmocka_unit_test(exponents_hold_the_truth),
      cmocka_unit_test(signs_are_exact),
      cmocka_unit_test(exact_variances),
      cmocka_unit_test(entries_are_as_said),
      cmocka_unit_test(measures_of_weights),
      cmocka_unit_test(layers_by_hand),
      cmocka_unit_test(known_figures),
      cmocka_unit_test(two_forms_are_two),
      cmocka_unit_test(three_tokens),
      cmocka_unit_test(verdicts),
      cmocka_unit_test(tables_as_csv),
      cmocka_unit_test(plots_as_svg),
      cmocka_unit_test(roofs),
      cmocka_unit_test(costs),
      cmocka_unit_test(orders),
      cmocka_unit_test(rows_of_softmax),
      cmocka_unit_test(sentinels),
      cmocka_unit_test(findings_of_tables),
      cmocka_unit_test(findings_of_courses),
      cmocka_unit_test(findings_of_rows),
      cmocka_unit_test(findings_of_nothing),
      cmocka_unit_test(findings_of_studies),
      cmocka_unit_test(variants_keep_their_style),
      cmocka_unit_test(marks_of_axes),
      cmocka_unit_test(names_stand_apart),
      cmocka_unit_test(names_leave_points_free),
      cmocka_unit_test(axes_hold_all_points),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
