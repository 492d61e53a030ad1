/* How far the fast variants are from the reference, and how far they may be (check/judge/bound.h): over the keys and over the
   columns, in each type. Then three causes apart: the order of sums, the rows of softmax, and large negative numbers in
   the place of a mask. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/shape.h"
#include "check/cases/format.h"
#include "check/cases/tensor.h"
#include "check/judge/bound.h"
#include "check/judge/expected.h"
#include "check/judge/variant.h"
#include "reports/error_map.h"
#include "reports/findings.h"
#include "reports/sentinel.h"
#include "reports/series.h"
#include "reports/statistics.h"
#include "reports/study.h"
#include "reports/sums.h"

/* ---- the variants: sweep says which of the two sizes changes, and the type */

enum { SWEEP, VARIANT, KEYS, D, ERROR, LOW, HIGH, LARGEST, BOUND, BUDGET, ULPS, ULPS_LOW, ULPS_HIGH, GUIDE, WIDTH };

static const study_column columns[WIDTH] = {{"sweep", "", false},          {"variant", "", false},
                                            {"keys", "", false},           {"d_k = d_v", "", false},
                                            {"error of a row", "", false}, {"low", "", false},
                                            {"high", "", false},           {"largest", "", false},
                                            {"bound", "", false},          {"largest error/bound", "", false},
                                            {"error in ulps", "", false},  {"low in ulps", "", false},
                                            {"high in ulps", "", false},   {"guide in ulps", "", false}};

/* Guides: the largest bound of a variant, and half an ulp, which rounding to the type alone costs. */
#define BOUND_GUIDE "bound"
#define HALF_GUIDE "half an ulp"

/* Between which figures the errors lie, in ulps, and the bound; the largest share of it. */
static void find_ulps(const study_table *t, const study_plot *plot, char text[STUDY_FINDING_MAX]) {
  double least = HUGE_VAL, most = 0, budget = 0, low = HUGE_VAL, high = 0;
  for (size_t row = 0; row < study_rows(t); row++) {
    if (!series_draws(t, plot, row)) continue;
    const double error = series_number(t, row, ULPS), guide = series_number(t, row, GUIDE);
    if (isfinite(error)) {
      least = fmin(least, error);
      most = fmax(most, error);
      budget = statistics_larger(budget, series_number(t, row, BUDGET));
    } else if (strcmp(series_text(t, row, VARIANT), BOUND_GUIDE) == 0) {
      low = fmin(low, guide);
      high = fmax(high, guide);
    }
  }
  findings_add(
      text,
      "The largest error in a row is %.2g to %.2g ulps on average. The line \"bound\" is the largest bound in a row, "
      "on average, of the variant with the widest: %.3g to %.3g ulps. No element uses more than %.2g of its own bound.",
      least, most, low, high, budget);
}

#define PLOT(type)                                                                                                     \
  {                                                                                                                    \
    .name = "error-" type, .title = "Largest error in a row of the output, " type, .x = KEYS, .y = ULPS,               \
    .low = ULPS_LOW, .high = ULPS_HIGH, .line = GUIDE, .series = VARIANT, .log_x = true, .log_y = true, .apart = true, \
    .among = SWEEP, .only = type " over keys", .find = find_ulps                                                       \
  }

static const study_plot plots[] = {PLOT("f64"), PLOT("f32"), PLOT("f16"), PLOT("bf16")};

/* Four queries a batch, so that the variants for few queries take part; as many batches as samples need. */
enum { QUERIES = 4 };

/* What one variant shows on one shape. */
typedef struct shown {
  interval error; /* of the largest error of a row */
  double largest, bound, budget;
  double ulp; /* the mean, over rows, of one unit in the last place of the row's largest output */
} shown;

/* One unit in the last place of a number: 2 u times the power of two below it. */
static double ulp_of(double x, double unit_roundoff) {
  int exponent;
  return x > 0 ? (void)frexp(x, &exponent), ldexp(2 * unit_roundoff, exponent - 1) : 0;
}

static check_status compare(const bench_shape *shape, const attest_arithmetic *arithmetic, shown *found,
                            check_error *error) {
  expected e;
  const int64_t rows = shape->of.batch * QUERIES, d = shape->of.d_v;
  double *const row_error = calloc((size_t)rows, sizeof *row_error), *const out = output_widen(&shape->answer.out);
  *found = (shown){.largest = 0};
  const bool room = row_error != NULL && out != NULL;
  check_status status = expected_make(&shape->problem, &shape->answer, arithmetic, &e, error);
  if (status == CHECK_OK && !room)
    status = check_fail(error, CHECK_FAILURE, "not enough memory for the outputs of a variant");
  for (int64_t row = 0; room && status == CHECK_OK && row < rows; row++) {
    double most = 0, largest = 0;
    for (int64_t c = row * d; c < (row + 1) * d; c++) {
      row_error[row] = statistics_larger(row_error[row], fabs(out[c] - e.out[c]));
      most = statistics_larger(most, e.out_bound[c]);
      largest = fmax(largest, fabs(e.out[c]));
      found->budget = statistics_larger(found->budget, expected_budget(e.out[c], e.out_bound[c], out[c]));
    }
    found->largest = statistics_larger(found->largest, row_error[row]);
    found->bound += most / (double)rows;
    found->ulp += ulp_of(largest, format_of(shape->answer.out.dtype)->unit_roundoff) / (double)rows;
  }
  if (room && status == CHECK_OK) found->error = statistics_positive_mean(row_error, (size_t)rows, STUDY_CONFIDENCE);
  free(row_error);
  free(out);
  expected_free(&e);
  return status;
}

static void add_row(study *s, study_table *t, const char *sweep, const char *variant, const recipe *r,
                    const shown *found) {
  study_text(s, t, sweep);
  study_text(s, t, variant);
  study_number(s, t, (double)r->keys);
  study_number(s, t, (double)r->d_k);
  study_number(s, t, found->error.value);
  study_number(s, t, found->error.low);
  study_number(s, t, found->error.high);
  study_number(s, t, found->largest);
  study_number(s, t, found->bound);
  study_number(s, t, found->budget);
  study_number(s, t, found->error.value / found->ulp);
  study_number(s, t, found->error.low / found->ulp);
  study_number(s, t, found->error.high / found->ulp);
  study_number(s, t, NAN);
}

static void add_guide(study *s, study_table *t, const char *sweep, const char *guide, const recipe *r, double ulps) {
  study_text(s, t, sweep);
  study_text(s, t, guide);
  study_number(s, t, (double)r->keys);
  study_number(s, t, (double)r->d_k);
  for (int column = ERROR; column < GUIDE; column++) study_number(s, t, NAN);
  study_number(s, t, ulps);
}

/* All variants on one shape; worst: the largest budget so far. */
static check_status try_shape(study *s, study_table *t, const char *sweep, const recipe *r, double *worst,
                              check_error *error) {
  bench_shape shape;
  double bound = 0;
  check_status status = shape_make(r, &shape, error);
  for (size_t n = 0; status == CHECK_OK && attest_variant_name(n) != NULL; n++) {
    const char *const name = attest_variant_name(n);
    attest_description described = {.arithmetic = bound_default((attest_dtype)r->dtype)};
    shown found;
    if (variant_describe(name, (attest_dtype)r->dtype, &described) != ATTEST_OK) continue;
    const attest_status computed = variant_answer(name, &shape.problem, &shape.answer);
    if (computed == ATTEST_UNSUPPORTED) continue;
    if (computed != ATTEST_OK) status = check_fail(error, CHECK_FAILURE, "%s: %s", name, attest_strerror(computed));
    if (status == CHECK_OK) status = compare(&shape, &described.arithmetic, &found, error);
    if (status != CHECK_OK) break;
    add_row(s, t, sweep, name, r, &found);
    *worst = statistics_larger(*worst, found.budget);
    bound = fmax(bound, found.bound / found.ulp);
  }
  if (status == CHECK_OK && bound > 0) {
    add_guide(s, t, sweep, BOUND_GUIDE, r, bound);
    add_guide(s, t, sweep, HALF_GUIDE, r, 0.5);
  }
  shape_free(&shape);
  return status;
}

static const int64_t many_keys[] = {16, 64, 256, 1024, 4096}, many_d[] = {8, 32, 128, 512};

enum { KEY_SIZES = 5, D_SIZES = 4, SHAPES = KEY_SIZES + D_SIZES };

/* Shape n of a type: first those of the keys, then those of the columns. */
static recipe shape_of(const study *s, attest_dtype type, int n, char sweep[32]) {
  recipe r = recipe_default();
  r.dtype = type;
  r.seed = (int64_t)s->settings.seed;
  r.batch = (s->settings.samples + QUERIES - 1) / QUERIES;
  r.q_len = QUERIES;
  r.keys = n < KEY_SIZES ? many_keys[n] : 256;
  r.d_k = r.d_v = n < KEY_SIZES ? 64 : many_d[n - KEY_SIZES];
  (void)snprintf(sweep, 32, "%s over %s", format_names[type], n < KEY_SIZES ? "keys" : "d");
  return r;
}

/* The largest error of any variant in a type at so many keys, in ulps; and the bound there. */
static double most_at(const study_table *t, const char *sweep, int64_t keys, size_t column) {
  double most = NAN;
  for (size_t row = 0; row < study_rows(t); row++)
    if (strcmp(study_cell_at(t, row, SWEEP)->text, sweep) == 0 && study_cell_at(t, row, KEYS)->number == (double)keys)
      most = fmax(most, study_cell_at(t, row, column)->number);
  return most;
}

/* To two digits, which %g prints without an exponent. */
static double rounded(double x) {
  const double unit = pow(10, floor(log10(x)) - 1);
  return round(x / unit) * unit;
}

/* How the errors of a type, and their bound, change from the fewest keys to the most. */
static void say(study *s, const study_table *t, attest_dtype type, double worst) {
  char sweep[32];
  (void)snprintf(sweep, sizeof sweep, "%s over keys", format_names[type]);
  const int64_t few = many_keys[0], many = many_keys[KEY_SIZES - 1];
  study_say(s,
            "%s: no error is more than %.2g of its bound, over all variants and sizes. At %" PRId64
            " keys the largest error of a row, by the least exact variant, is on average %g ulps, and its bound %g; at "
            "%" PRId64 " keys, %g and %g.",
            format_names[type], worst, few, rounded(most_at(t, sweep, few, ULPS)),
            rounded(most_at(t, sweep, few, GUIDE)), many, rounded(most_at(t, sweep, many, ULPS)),
            rounded(most_at(t, sweep, many, GUIDE)));
}

static check_status of_variants(study *s, check_error *error) {
  study_table *const t = study_begin(s, "error", columns, WIDTH, plots, sizeof plots / sizeof plots[0]);
  check_status status = CHECK_OK;
  t->hidden = true;
  for (int type = 0; type < FORMATS; type++) {
    double worst = 0;
    for (int n = 0; n < SHAPES && status == CHECK_OK; n++) {
      char sweep[32];
      const recipe r = shape_of(s, (attest_dtype)type, n, sweep);
      const int done = type * SHAPES + n, all = FORMATS * SHAPES;
      study_show(s, (size_t)done, (size_t)all, sweep);
      status = try_shape(s, t, sweep, &r, &worst, error);
    }
    if (status == CHECK_OK) say(s, t, (attest_dtype)type, worst);
  }
  return status;
}

/* ---- orders of sums */

enum { ORDER, NUMBERS, SHARE, SHARE_LOW, SHARE_HIGH, SHARE_LARGEST, SHARE_BOUND, ORDER_WIDTH };

static const study_column order_columns[ORDER_WIDTH] = {
    {"order", "", false}, {"numbers", "", false}, {"error/magnitude", "", false},
    {"low", "", false},   {"high", "", false},    {"largest", "", false},
    {"bound", "", false}};

static const study_plot order_plots[] = {{.name = "error-orders",
                                          .title = "Error of a sum in binary32, by its order, and its bound",
                                          .x = NUMBERS,
                                          .y = SHARE,
                                          .low = SHARE_LOW,
                                          .high = SHARE_HIGH,
                                          .line = SHARE_BOUND,
                                          .series = ORDER,
                                          .log_x = true,
                                          .log_y = true,
                                          .among = NO_COLUMN,
                                          .find = findings_growth,
                                          .symbol = "n"}};

static check_status of_orders(study *s, check_error *error) {
  enum { SIZES = 5 };
  study_table *const t = study_begin(s, "sums", order_columns, ORDER_WIDTH, order_plots, 1);
  double x[SIZES], y[SIZES];
  for (int order = 0; order < SUMS_ORDERS; order++) {
    for (int n = 0; n < SIZES; n++) {
      const int numbers = 16 << 2 * n;
      double worst = 0;
      const interval share = sums_error((sums_order)order, s->settings.seed, numbers, (size_t)s->settings.samples,
                                        STUDY_CONFIDENCE, &worst);
      if (isnan(share.value))
        return check_fail(error, CHECK_FAILURE, "not enough memory for %" PRId64 " samples", s->settings.samples);
      x[n] = numbers;
      y[n] = share.value;
      study_text(s, t, sums_order_name((sums_order)order));
      study_number(s, t, numbers);
      study_number(s, t, share.value);
      study_number(s, t, share.low);
      study_number(s, t, share.high);
      study_number(s, t, worst);
      study_number(s, t, sums_bound((sums_order)order, numbers));
    }
    const interval b = statistics_exponent(x, y, SIZES, STUDY_CONFIDENCE);
    study_say(s, "Sums of n numbers %s: error as n^%.2f [%.2f, %.2f] of their magnitude, %.2g at n = %.0f.",
              sums_order_name((sums_order)order), b.value, b.low, b.high, y[SIZES - 1], x[SIZES - 1]);
  }
  return CHECK_OK;
}

/* ---- rows of softmax, and sentinels */

static const study_column row_columns[] = {
    {"keys", "", false}, {"largest |sum - 1|", "", false}, {"bound", "", false}, {"sums that are 1.0", "%", false}};

static void of_rows(study *s) {
  study_table *const t = study_begin(s, "row-sums", row_columns, 4, NULL, 0);
  sums_rows found = {0, 0, 0};
  int n = 4;
  for (; n <= SUMS_MOST; n *= 4) {
    found = sums_of_rows(s->settings.seed, n, (int)s->settings.samples);
    study_number(s, t, n);
    study_number(s, t, found.worst);
    study_number(s, t, found.bound);
    study_number(s, t, 100 * found.ones);
  }
  study_say(s, "Of %" PRId64 " rows of softmax in binary32, %d keys each, %.0f sum to exactly 1.0.",
            s->settings.samples, n / 4, found.ones * (double)s->settings.samples);
}

static const study_column sentinel_columns[] = {
    {"sentinel", "", false}, {"format", "", false}, {"leaks where the scores seen are below", "", false}};

static check_status of_sentinels(study *s, check_error *error) {
  static const double sentinels[] = {-1e2, -1e4, -1e9};
  study_table *const t = study_begin(s, "sentinels", sentinel_columns, 3, NULL, 0);
  for (int n = 0; n < 6; n++) {
    const bool binary32 = n % 2 == 0;
    const double highest = sentinel_highest(binary32, sentinels[n / 2]);
    if (isnan(highest)) return check_fail(error, CHECK_FAILURE, "not enough memory for two keys");
    study_number(s, t, sentinels[n / 2]);
    study_text(s, t, binary32 ? "binary32" : "binary64");
    study_number(s, t, highest);
    if (sentinels[n / 2] == -1e4)
      study_say(s, "A score of -1e4 in the place of a mask leaves weight in %s where the scores seen are below %.0f.",
                binary32 ? "binary32" : "binary64", highest);
  }
  return CHECK_OK;
}

check_status error_study(study *s, check_error *error) {
  check_status status = of_variants(s, error);
  if (status == CHECK_OK) status = of_orders(s, error);
  if (status == CHECK_OK) of_rows(s);
  if (status == CHECK_OK) status = of_sentinels(s, error);
  return status == CHECK_OK ? error_map_add(s, error) : status;
}
