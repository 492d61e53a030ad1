/* roof = min(peak of the instruction set, bandwidth of memory x FLOP / bytes): a slope up to FLOP / bytes = peak /
   bandwidth, flat from there on. One for each instruction set and type that a variant is set against (bench/peak.h); as
   benchmarks say which share of theirs they reach, it is rate / share. */
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

/* How far the roofs are drawn beyond their bends and the points, as a factor: at the right names stand below them. */
#define BEYOND_LEFT 4
#define BEYOND_RIGHT 64

enum { OF, INTENSITY, RATE, ROOF, WIDTH };

static const study_column columns[WIDTH] = {
    {"of", "", false}, {"intensity", "FLOP/byte", false}, {"rate", "GFLOP/s", false}, {"roof", "GFLOP/s", false}};

/* The largest share of its roof that a series reaches; 0: it is a roof. */
static double best_share(const study_table *t, const study_plot *drawn, size_t from) {
  double best = 0;
  for (size_t row = from; row < study_rows(t); row++)
    if (series_has(t, drawn, from, row)) best = fmax(best, series_number(t, row, RATE) / series_number(t, row, ROOF));
  return best;
}

/* How many come within half of their roof, which reaches most of it, and which least. */
static void find_shares(const study_table *t, const study_plot *drawn, char text[STUDY_FINDING_MAX]) {
  double most = 0, least = HUGE_VAL;
  size_t count = 0, half = 0, first = 0, last = 0;
  for (size_t row = 0; row < study_rows(t); row++) {
    const double best = series_begins(t, drawn, row) ? best_share(t, drawn, row) : 0;
    if (best == 0) continue;
    count++;
    half += best >= 0.5;
    if (best > most) first = row;
    if (best < least) last = row;
    most = fmax(most, best);
    least = fmin(least, best);
  }
  if (count == 0) findings_add(text, "No rate has a roof to set it beside.");
  else
    findings_add(text,
                 "%zu of %zu implementations reach half of their roof; %s reaches most, %.3g%%, and %s least, %.3g%%.",
                 half, count, series_text(t, first, OF), 100 * most, series_text(t, last, OF), 100 * least);
}

static const study_plot plot = {.name = NAME,
                                .title = "Rate against intensity, each variant at its fastest",
                                .x = INTENSITY,
                                .y = RATE,
                                .low = NO_COLUMN,
                                .high = NO_COLUMN,
                                .line = ROOF,
                                .series = OF,
                                .log_x = true,
                                .log_y = true,
                                .among = NO_COLUMN,
                                .find = find_shares};

static void add(study *s, study_table *t, const char *of, double intensity, double rate, double roof_there) {
  study_text(s, t, of);
  study_number(s, t, intensity);
  study_number(s, t, rate);
  study_number(s, t, roof_there);
}

/* ---- roofs */

enum { ROOFS = 16 };

typedef struct roof {
  char name[40];
  double peak, memory; /* GFLOP/s, Gbyte/s */
} roof;

/* Notes the roof that a variant is under, unless it is there or was not measured. */
static void note(roof roofs[ROOFS], size_t *count, const runs *read, const speed *found) {
  const long threads = problem_number(found->name, SWEEP_THREADS);
  const char *const isa = peak_isa_of(found->variant);
  const char *const type = peak_type_of(found->variant, strcmp(found->dtype, "f64") == 0 ? ATTEST_F64 : ATTEST_F32);
  const limits_seen seen = limits_of(read, isa, type, threads > 0 ? (int)threads : 1);
  roof next = {.peak = 1e-9 * seen.peak, .memory = 1e-9 * seen.memory};
  (void)snprintf(next.name, sizeof next.name, "roof of %s %s", isa, type);
  if (*count == ROOFS || !(next.peak > 0 && next.memory > 0)) return;
  for (size_t n = 0; n < *count; n++)
    if (strcmp(roofs[n].name, next.name) == 0) return;
  roofs[(*count)++] = next;
}

/* The slope, the bend and the flat part of each, over the intensities of all points and bends. */
static void add_roofs(study *s, study_table *t, const roof *roofs, size_t count) {
  double left = HUGE_VAL, right = 0;
  for (size_t row = 0; row < study_rows(t); row++) {
    left = fmin(left, series_number(t, row, INTENSITY));
    right = fmax(right, series_number(t, row, INTENSITY));
  }
  for (size_t n = 0; n < count; n++) {
    left = fmin(left, roofs[n].peak / roofs[n].memory);
    right = fmax(right, roofs[n].peak / roofs[n].memory);
  }
  for (size_t n = 0; n < count; n++) {
    add(s, t, roofs[n].name, left / BEYOND_LEFT, NAN, roofs[n].memory * left / BEYOND_LEFT);
    add(s, t, roofs[n].name, roofs[n].peak / roofs[n].memory, NAN, roofs[n].peak);
    add(s, t, roofs[n].name, right * BEYOND_RIGHT, NAN, roofs[n].peak);
  }
}

/* ---- the table, the files, the page */

static check_status fill(const page *p, study *s, check_error *error) {
  study_table *const t = study_begin(s, NAME, columns, WIDTH, &plot, 1);
  roof roofs[ROOFS];
  size_t count = 0;
  runs read = {.count = 0};
  speed its;
  const json_t *const bench = page_result(p, "bench");
  const check_status status = runs_read(bench, "the benchmarks", &read, error);
  for (size_t n = 0; status == CHECK_OK && attest_variant_name(n) != NULL; n++) {
    if (!speed_best(bench, attest_variant_name(n), &its)) continue;
    add(s, t, its.variant, its.intensity, its.rate, 100 * its.rate / its.roof_share);
    note(roofs, &count, &read, &its);
  }
  add_roofs(s, t, roofs, count);
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

check_status roofline_draw(const page *p, check_error *error) {
  study s = {.name = NAME};
  speed best;
  if (!speed_best(page_result(p, "bench"), "", &best)) return CHECK_OK;
  check_status status = fill(p, &s, error);
  if (status == CHECK_OK) status = write(p, &s.table[0], error);
  study_free(&s);
  return status;
}

check_status roofline_put(const page *p, check_error *error) {
  study s = {.name = NAME};
  speed best;
  char finding[STUDY_FINDING_MAX];
  if (!speed_best(page_result(p, "bench"), "", &best)) return CHECK_OK;
  check_status status = fill(p, &s, error);
  if (status == CHECK_OK) findings_tell(&s.table[0], &plot, finding);
  if (status == CHECK_OK) status = plots_put_one(p, NAME, NAME, finding, error);
  study_free(&s);
  return status;
}
