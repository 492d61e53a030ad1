/* roof = min(peak of the instruction set, bandwidth of memory x FLOP / bytes): a slope up to the ridge point, where
   FLOP / bytes = peak / bandwidth, flat from there on. Each instruction set and type that a variant is set against
   (bench/peak.h) has its own. Divided by the peak, over the intensity divided by that of the ridge point, all are the
   same: min(1, x). */
#include "reports/roofline.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bench/limits.h"
#include "bench/peak.h"
#include "check/cases/case.h"
#include "reports/csv.h"
#include "reports/draw.h"
#include "reports/findings.h"
#include "reports/plots.h"
#include "reports/series.h"
#include "reports/speed.h"

#define NAME "roofline"

/* How far the roof is drawn beyond its ridge point and the points, as a factor. */
#define BEYOND_LEFT 2
#define BEYOND_RIGHT 4

enum { STEPS = 32 }; /* of the slope, which is curved over a linear axis */

enum { OF, INTENSITY, RATE, LIMIT, X, SHARE, ROOF, WIDTH };

static const study_column columns[WIDTH] = {{"of", "", false},
                                            {"intensity", "FLOP/byte", false},
                                            {"rate", "GFLOP/s", false},
                                            {"limit", "GFLOP/s", false},
                                            {"intensity over that of the ridge point", "", false},
                                            {"rate over the peak", "", false},
                                            {"roof over the peak", "", false}};

/* How many come within half of their roof, which reaches most of it, and which least. */
static void find_shares(const study_table *t, const study_plot *drawn, char text[STUDY_FINDING_MAX]) {
  double most = 0, least = HUGE_VAL;
  size_t count = 0, half = 0, first = 0, last = 0;
  (void)drawn;
  for (size_t row = 0; row < study_rows(t); row++) {
    const double share = series_number(t, row, RATE) / series_number(t, row, LIMIT);
    if (!isfinite(share)) continue;
    count++;
    half += share >= 0.5;
    if (share > most) first = row;
    if (share < least) last = row;
    most = fmax(most, share);
    least = fmin(least, share);
  }
  if (count == 0) findings_add(text, "No rate has a roof to set it beside.");
  else
    findings_add(
        text,
        "Each at its highest rate, %zu of %zu variants reach half of their roof; %s reaches most, %.3g%%, and %s "
        "least, %.3g%%.",
        half, count, series_text(t, first, OF), 100 * most, series_text(t, last, OF), 100 * least);
}

static const study_plot plot = {.name = NAME,
                                .title = "Share of the peak against intensity, each variant at its fastest",
                                .x = X,
                                .y = SHARE,
                                .low = NO_COLUMN,
                                .high = NO_COLUMN,
                                .y_high = 1.25, /* names stand over the points */
                                .line = ROOF,
                                .series = OF,
                                .log_x = true,
                                .among = NO_COLUMN,
                                .find = find_shares};

/* The point of a variant; none where its limits were not measured. */
static void add_point(study *s, study_table *t, const runs *read, const speed *its) {
  const long threads = problem_number(its->name, SWEEP_THREADS);
  const char *const isa = peak_isa_of(its->variant);
  const char *const type = peak_type_of(its->variant, strcmp(its->dtype, "f64") == 0 ? ATTEST_F64 : ATTEST_F32);
  const limits_seen seen = limits_of(read, isa, type, threads > 0 ? (int)threads : 1);
  study_text(s, t, its->variant);
  study_number(s, t, its->intensity);
  study_number(s, t, its->rate);
  study_number(s, t, 100 * its->rate / its->roof_share);
  study_number(s, t, its->intensity * seen.memory / seen.peak);
  study_number(s, t, 1e9 * its->rate / seen.peak);
  study_number(s, t, NAN);
}

static void add_roof_at(study *s, study_table *t, double x) {
  study_text(s, t, "roof");
  for (int column = INTENSITY; column <= LIMIT; column++) study_number(s, t, NAN);
  study_number(s, t, x);
  study_number(s, t, NAN);
  study_number(s, t, fmin(1, x));
}

/* The slope, the ridge point and the flat part. */
static void add_roof(study *s, study_table *t) {
  double left = 1, right = 1;
  for (size_t row = 0; row < study_rows(t); row++) {
    left = fmin(left, series_number(t, row, X));
    right = fmax(right, series_number(t, row, X));
  }
  for (int n = 0; n <= STEPS; n++) add_roof_at(s, t, pow(left / BEYOND_LEFT, 1 - (double)n / STEPS));
  add_roof_at(s, t, right * BEYOND_RIGHT);
}

/* ---- the table, the files, the page */

static check_status fill(const page *p, study *s, check_error *error) {
  study_table *const t = study_begin(s, NAME, columns, WIDTH, &plot, 1);
  runs read = {.count = 0};
  speed its;
  const json_t *const bench = page_result(p, "bench");
  const check_status status = runs_read(bench, "the benchmarks", &read, error);
  for (size_t n = 0; status == CHECK_OK && attest_variant_name(n) != NULL; n++)
    if (speed_best(bench, attest_variant_name(n), &its)) add_point(s, t, &read, &its);
  add_roof(s, t);
  runs_free(&read);
  return status == CHECK_OK && s->exhausted ? check_fail(error, CHECK_FAILURE, "not enough memory for the roofline")
                                            : status;
}

static check_status write(const page *p, const study_table *t, check_error *error) {
  char path[CASE_PATH_MAX];
  check_status status = case_join(path, p->directory, NAME ".csv", error);
  if (status == CHECK_OK) status = csv_write(t, path, error);
  if (status == CHECK_OK) status = case_join(path, p->directory, NAME ".svg", error);
  return status == CHECK_OK ? draw_plot(t, &plot, path, error) : status;
}

bool roofline_is_drawn(const page *p) {
  speed best;
  return speed_best(page_result(p, "bench"), "", &best);
}

check_status roofline_draw(const page *p, check_error *error) {
  study s = {.name = NAME};
  if (!roofline_is_drawn(p)) return CHECK_OK;
  check_status status = fill(p, &s, error);
  if (status == CHECK_OK) status = write(p, &s.table[0], error);
  study_free(&s);
  return status;
}

check_status roofline_put(const page *p, check_error *error) {
  study s = {.name = NAME};
  char finding[STUDY_FINDING_MAX];
  if (!roofline_is_drawn(p)) return CHECK_OK;
  check_status status = fill(p, &s, error);
  if (status == CHECK_OK) findings_tell(&s.table[0], &plot, finding);
  if (status == CHECK_OK) status = plots_put_one(p, NAME, NAME, finding, error);
  study_free(&s);
  return status;
}
