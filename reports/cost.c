/* Time and memory of the fast variants: benchmarks as those of attest bench (bench/), in at most a minute. Time grows
   as a power b of length, width or heads: log t = log c + b log T by least squares over all repetitions; the curve
   c T^b and what is left of it are drawn. Memory is that of q, k, v, the output and the workspace: a count, fitted as
   a + b T + c T^2. At constant d_model = h d_k the FLOP of h heads are the same, exponentials h times as many. */
#define _GNU_SOURCE /* NOLINT: reserved for this; _SC_LEVEL2_CACHE_SIZE */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench/limits.h"
#include "bench/peak.h"
#include "bench/run.h"
#include "reports/cost.h"
#include "reports/findings.h"
#include "reports/series.h"
#include "reports/statistics.h"
#include "reports/study.h"

#define SECONDS 60 /* where no other number is asked for */

/* The rows of one name are one sweep; split: heads of one d_model. */
static const sweep_row rows[] = {
    {"length", "", SWEEP_KEYS, {[SWEEP_HEADS] = "1", [SWEEP_KEYS] = "128,256,512,1024,2048,4096"}},
    {"width", "", SWEEP_D_K, {[SWEEP_HEADS] = "1", [SWEEP_D_K] = "32,64,128,256,512"}},
    {"heads", "", SWEEP_HEADS, {[SWEEP_HEADS] = "1,2,4,8,16", [SWEEP_KEYS] = "256"}},
    {"split", "", SWEEP_HEADS, {[SWEEP_HEADS] = "1", [SWEEP_D_K] = "512"}},
    {"split", "", SWEEP_HEADS, {[SWEEP_HEADS] = "4", [SWEEP_D_K] = "128"}},
    {"split", "", SWEEP_HEADS, {[SWEEP_HEADS] = "8", [SWEEP_D_K] = "64"}},
    {"split", "", SWEEP_HEADS, {[SWEEP_HEADS] = "16", [SWEEP_D_K] = "32"}},
};

/* From where on a sweep is in its asymptotic range: below, what a call costs in any case shows. */
#define FROM_LENGTH 512
#define FROM_WIDTH 64
static const struct {
  const char *name, *symbol;
  double from;
} sweeps[] = {{"length", "T", FROM_LENGTH}, {"width", "d", FROM_WIDTH}, {"heads", "h", 1}};

enum { ROWS = sizeof rows / sizeof rows[0], SWEEPS = sizeof sweeps / sizeof sweeps[0], LENGTH = 0 };

enum {
  SWEEP,
  VARIANT,
  VALUE,
  TIME,
  LOW,
  HIGH,
  FITTED,
  EXPONENT,
  EXPONENT_LOW,
  EXPONENT_HIGH,
  RATE,
  EXTRA,
  MEMORY,
  COUNTED,
  WIDTH
};

static const study_column columns[WIDTH] = {{"sweep", "", false},        {"variant", "", false},
                                            {"value", "", false},        {"time", "us", false},
                                            {"low", "us", false},        {"high", "us", false},
                                            {"fitted", "us", false},     {"exponent", "", false},
                                            {"exponent low", "", false}, {"exponent high", "", false},
                                            {"rate", "GFLOP/s", false},  {"workspace", "bytes", false},
                                            {"memory", "bytes", false},  {"fitted memory", "bytes", false}};

/* The guide in the plot of the length. */
#define SQUARE "T^2"

/* The least and the largest exponent, with their intervals over all repetitions. */
static void find_exponents(const study_table *t, const study_plot *plot, char text[STUDY_FINDING_MAX]) {
  size_t least = study_rows(t), most = least;
  for (size_t row = 0; row < study_rows(t); row++) {
    const double b = series_draws(t, plot, row) ? series_number(t, row, EXPONENT) : (double)NAN;
    if (isnan(b)) continue;
    if (least == study_rows(t) || b < series_number(t, least, EXPONENT)) least = row;
    if (most == study_rows(t) || b > series_number(t, most, EXPONENT)) most = row;
  }
  if (least == study_rows(t)) {
    findings_add(text, "No exponent: fewer than three times from %s = %.10g on.", plot->symbol, plot->from);
    return;
  }
  findings_add(text, "Time grows as");
  for (int n = 0; n < (least == most ? 1 : 2); n++) {
    const size_t row = n == 0 ? least : most;
    findings_add(text, "%s %s^%.2f [%.2f, %.2f] (%s)", n > 0 ? " to" : "", plot->symbol,
                 series_number(t, row, EXPONENT), series_number(t, row, EXPONENT_LOW),
                 series_number(t, row, EXPONENT_HIGH), series_text(t, row, VARIANT));
  }
  findings_add(text, " from %s = %.10g on.", plot->symbol, plot->from);
}

#define PLOT(file, about, of, axis, letter, lower, upper, column, through, logarithmic, said, first)                   \
  {                                                                                                                    \
    .name = (file), .title = (about), .x = VALUE, .x_name = (axis), .y = (column), .low = (lower), .high = (upper),    \
    .line = (through), .series = VARIANT, .log_x = true, .log_y = (logarithmic), .among = SWEEP, .only = (of),         \
    .find = (said), .symbol = (letter), .from = (first)                                                                \
  }

static const study_plot plots[] = {PLOT("cost-length", "Time against length, one head of 64, and T^b fitted", "length",
                                        "tokens T", "T", LOW, HIGH, TIME, FITTED, true, find_exponents, FROM_LENGTH),
                                   PLOT("cost-memory", "Memory against length, and a + b T + c T^2", "length",
                                        "tokens T", "T", NO_COLUMN, NO_COLUMN, MEMORY, COUNTED, true, findings_ratio,
                                        0),
                                   PLOT("cost-width", "Time against d_k = d_v, 512 tokens, one head", "width",
                                        "d_k = d_v", "d", LOW, HIGH, TIME, NO_COLUMN, true, find_exponents, FROM_WIDTH),
                                   PLOT("cost-heads", "Time against the number of heads of 64, 256 tokens", "heads",
                                        "heads", "h", LOW, HIGH, TIME, NO_COLUMN, true, find_exponents, 1),
                                   PLOT("cost-split", "Time of h heads of 512/h, 512 tokens", "split", "heads", "h",
                                        LOW, HIGH, TIME, NO_COLUMN, true, findings_ratio, 0)};

static const study_column exponent_columns[] = {{"time grows with", "", false},
                                                {"variant", "", false},
                                                {"exponent", "", false},
                                                {"low", "", false},
                                                {"high", "", false}};

static const study_column memory_columns[] = {{"variant", "", false},
                                              {"a", "bytes", false},
                                              {"b", "bytes a token", false},
                                              {"c", "bytes a pair of tokens", false},
                                              {"furthest", "%", false}};

/* All that was run. */
typedef struct costs {
  study *s;
  sweep_cases cases;
  bench_result *results;
  json_t *document;
  runs read;
} costs;

static double seconds_of(const study *s) { return s->settings.seconds > 0 ? s->settings.seconds : SECONDS; }

static bool is_of(const sweep_case *c, const char *sweep) {
  return strncmp(c->family, sweep, strlen(sweep)) == 0 && c->family[strlen(sweep)] == '/';
}

/* ---- exponents */

/* What is fitted. */
enum { QUANTITY_TIME, QUANTITY_MEMORY };

/* What a variant shows in a sweep: the points of the asymptotic range. */
typedef struct points {
  double *x, *y;
  size_t count;
} points;

/* Which sweep a case is of; SWEEPS: one to which nothing is fitted. */
static int sweep_of(const sweep_case *c) {
  int sweep = 0;
  while (sweep < SWEEPS && !is_of(c, sweeps[sweep].name)) sweep++;
  return sweep;
}

/* The times of all repetitions from where on the sweep is in its asymptotic range; memory, of all sizes. */
static void collect(const costs *all, int sweep, const char *variant, int quantity, points *p) {
  p->count = 0;
  for (size_t n = 0; n < all->cases.count; n++) {
    const sweep_case *const c = &all->cases.at[n];
    const bench_result *const r = &all->results[n];
    const run *const timed = r->state == BENCH_TIMED ? runs_find(&all->read, r->name) : NULL;
    if (timed == NULL || !is_of(c, sweeps[sweep].name) || strcmp(c->variant, variant) != 0 ||
        (quantity == QUANTITY_TIME && (double)c->value < sweeps[sweep].from))
      continue;
    for (size_t i = 0; i < (quantity == QUANTITY_TIME ? timed->count : 1); i++) {
      p->x[p->count] = (double)c->value;
      p->y[p->count++] = quantity == QUANTITY_TIME ? timed->seconds[i] : r->bytes + (double)r->extra;
    }
  }
}

/* What is fitted to a variant in a sweep; NAN where there is none. */
typedef struct fit {
  interval exponent;
  double factor, memory[3], memory_left;
} fit;

static fit fit_of(const costs *all, int sweep, const char *variant, points *p) {
  fit f = {{NAN, NAN, NAN}, NAN, {NAN, NAN, NAN}, NAN};
  double logs = 0;
  if (sweep == SWEEPS) return f;
  collect(all, sweep, variant, QUANTITY_TIME, p);
  if (p->count < 3) return f;
  f.exponent = statistics_exponent(p->x, p->y, p->count, STUDY_CONFIDENCE);
  for (size_t n = 0; n < p->count; n++) logs += log(p->y[n]) - f.exponent.value * log(p->x[n]);
  f.factor = exp(logs / (double)p->count);
  if (sweep != LENGTH) return f; /* memory is fitted over the length alone */
  collect(all, sweep, variant, QUANTITY_MEMORY, p);
  if (p->count > 2) f.memory_left = statistics_quadratic(p->x, p->y, p->count, f.memory);
  return f;
}

/* ---- the table of times */

static void add_case(const costs *all, study_table *t, size_t n, points *p) {
  const sweep_case *const c = &all->cases.at[n];
  const bench_result *const r = &all->results[n];
  const run *const timed = runs_find(&all->read, r->name);
  study *const s = all->s;
  char sweep[32];
  if (r->state != BENCH_TIMED || timed == NULL || timed->count < 2) return;
  const interval time = statistics_positive_mean(timed->seconds, timed->count, STUDY_CONFIDENCE);
  (void)snprintf(sweep, sizeof sweep, "%.*s", (int)strcspn(c->family, "/"), c->family);
  const fit f = fit_of(all, sweep_of(c), c->variant, p);
  const bool curved = is_of(c, sweeps[LENGTH].name);
  const double value = (double)c->value, factor = curved && value >= FROM_LENGTH ? f.factor : (double)NAN;
  study_text(s, t, sweep);
  study_text(s, t, c->variant);
  study_number(s, t, (double)c->value);
  study_number(s, t, 1e6 * time.value);
  study_number(s, t, 1e6 * time.low);
  study_number(s, t, 1e6 * time.high);
  study_number(s, t, 1e6 * factor * pow(value, f.exponent.value));
  study_number(s, t, f.exponent.value);
  study_number(s, t, f.exponent.low);
  study_number(s, t, f.exponent.high);
  study_number(s, t, 1e-9 * r->flops / time.value);
  study_number(s, t, (double)r->extra);
  study_number(s, t, r->bytes + (double)r->extra);
  study_number(s, t, curved ? f.memory[0] + value * (f.memory[1] + value * f.memory[2]) : (double)NAN);
}

/* A guide of slope 2 below the times: the least time at FROM_LENGTH, halved, times (T / FROM_LENGTH)^2. */
static void add_square(study *s, study_table *t) {
  double least = HUGE_VAL, most = 0;
  const size_t rows_before = study_rows(t);
  for (size_t row = 0; row < rows_before; row++) {
    if (strcmp(series_text(t, row, SWEEP), sweeps[LENGTH].name) != 0) continue;
    most = fmax(most, series_number(t, row, VALUE));
    if (series_number(t, row, VALUE) == FROM_LENGTH) least = fmin(least, series_number(t, row, TIME));
  }
  for (int length = FROM_LENGTH; isfinite(least) && length <= (int)most; length *= 2) {
    const double value = length;
    study_text(s, t, sweeps[LENGTH].name);
    study_text(s, t, SQUARE);
    study_number(s, t, value);
    for (int column = TIME; column < WIDTH; column++)
      study_number(s, t, column == FITTED ? least / 2 * pow(value / FROM_LENGTH, 2) : (double)NAN);
  }
}

/* ---- what the curves leave */

enum { LEFT_OF, LEFT_TOKENS, LEFT, LEFT_LOW, LEFT_HIGH, LEFT_WIDTH };

static const study_column left_columns[LEFT_WIDTH] = {
    {"variant", "", false}, {"tokens", "", false}, {"time/fitted", "", false}, {"low", "", false}, {"high", "", false}};

/* How far the times are from their curves. */
static void find_residuals(const study_table *t, const study_plot *plot, char text[STUDY_FINDING_MAX]) {
  double furthest = 0;
  size_t at = 0, crossed = 0;
  (void)plot;
  for (size_t row = 0; row < study_rows(t); row++) {
    const double off = fabs(series_number(t, row, LEFT) - 1);
    crossed += series_number(t, row, LEFT_LOW) <= 1 && series_number(t, row, LEFT_HIGH) >= 1;
    if (off > furthest) at = row;
    furthest = statistics_larger(furthest, off);
  }
  findings_add(
      text,
      "The times lie within %.2g%% of the fitted curves; %s at T = %g is furthest. %zu of %zu intervals hold the "
      "curve; the others miss it by more than repetitions scatter.",
      100 * furthest, series_text(t, at, LEFT_OF), series_number(t, at, LEFT_TOKENS), crossed, study_rows(t));
}

static const study_plot left_plots[] = {{.name = "cost-residuals",
                                         .title = "Time over the fitted curve",
                                         .x = LEFT_TOKENS,
                                         .x_name = "tokens T",
                                         .y = LEFT,
                                         .low = LEFT_LOW,
                                         .high = LEFT_HIGH,
                                         .line = NO_COLUMN,
                                         .series = LEFT_OF,
                                         .log_x = true,
                                         .y_low = 0.8,
                                         .y_high = 1.2,
                                         .apart = true,
                                         .among = NO_COLUMN,
                                         .find = find_residuals}};

static void add_residuals(study *s, const study_table *times) {
  study_table *const t = study_begin(s, "residuals", left_columns, LEFT_WIDTH, left_plots, 1);
  for (size_t row = 0; row < study_rows(times); row++) {
    const double fitted = series_number(times, row, FITTED);
    if (isnan(fitted / series_number(times, row, TIME))) continue;
    study_text(s, t, series_text(times, row, VARIANT));
    study_number(s, t, series_number(times, row, VALUE));
    for (int column = TIME; column <= HIGH; column++) study_number(s, t, series_number(times, row, column) / fitted);
  }
}

/* ---- exponents */

/* Between which exponents the variants are. */
static void say_range(study *s, int sweep, const interval *found, size_t count) {
  double least = HUGE_VAL, most = -HUGE_VAL, widest = 0;
  const char *const symbol = sweeps[sweep].symbol;
  for (size_t n = 0; n < count; n++) {
    least = fmin(least, found[n].value);
    most = fmax(most, found[n].value);
    widest = fmax(widest, (found[n].high - found[n].low) / 2);
  }
  if (least <= most)
    study_say(
        s,
        "Time grows as %s^%.2f to %s^%.2f, by variant, from %s = %.0f on; repetitions leave each exponent within %.2f.",
        symbol, least, symbol, most, symbol, sweeps[sweep].from, widest);
}

enum { VARIANTS = 32 };

static void add_exponents(const costs *all, points *p) {
  study *const s = all->s;
  study_table *const t = study_begin(s, "exponents", exponent_columns, 5, NULL, 0);
  for (int sweep = 0; sweep < SWEEPS; sweep++) {
    interval found[VARIANTS];
    size_t count = 0;
    for (size_t n = 0; attest_variant_name(n) != NULL && n < VARIANTS; n++) {
      const fit f = fit_of(all, sweep, attest_variant_name(n), p);
      if (isnan(f.exponent.value)) continue;
      study_text(s, t, sweeps[sweep].name);
      study_text(s, t, attest_variant_name(n));
      study_number(s, t, f.exponent.value);
      study_number(s, t, f.exponent.low);
      study_number(s, t, f.exponent.high);
      found[count++] = f.exponent;
    }
    say_range(s, sweep, found, count);
  }
}

/* ---- memory */

/* Rounding of the fit: a term smaller than this share of the memory, at the longest sequence, counts as 0. */
#define ROUNDING 1e-9

static void add_memory(const costs *all, points *p) {
  study *const s = all->s;
  study_table *const t = study_begin(s, "memory", memory_columns, 5, NULL, 0);
  size_t variants = 0, linear = 0;
  for (size_t n = 0; attest_variant_name(n) != NULL; n++) {
    fit f = fit_of(all, LENGTH, attest_variant_name(n), p);
    if (isnan(f.memory_left)) continue;
    const double longest = p->x[p->count - 1], most = p->y[p->count - 1];
    for (int power = 0; power < 3; power++)
      if (fabs(f.memory[power]) * pow(longest, power) < ROUNDING * most) f.memory[power] = 0;
    study_text(s, t, attest_variant_name(n));
    for (int power = 0; power < 3; power++) study_number(s, t, f.memory[power]);
    study_number(s, t, 100 * f.memory_left);
    variants++;
    linear += f.memory[2] == 0;
    if (f.memory[2] != 0)
      study_say(s, "Memory of %s: %.4g T^2 bytes beside %.4g T.", attest_variant_name(n), f.memory[2], f.memory[1]);
  }
  if (variants > 0) study_say(s, "The memory of %zu of %zu variants grows with T alone.", linear, variants);
}

/* ---- what else there is to say */

/* Rate of the variant that has most workspace at the longest sequence, while that fits into the second cache and
   beyond. */
static void say_cache(const costs *all) {
  const long cache = sysconf(_SC_LEVEL2_CACHE_SIZE);
  const bench_result *within = NULL, *beyond = NULL;
  const char *variant = NULL;
  size_t most = 0;
  for (size_t n = 0; n < all->cases.count; n++)
    if (is_of(&all->cases.at[n], "length") && all->results[n].state == BENCH_TIMED && all->results[n].extra > most) {
      most = all->results[n].extra;
      variant = all->cases.at[n].variant;
    }
  for (size_t n = 0; variant != NULL && cache > 0 && n < all->cases.count; n++) {
    if (!is_of(&all->cases.at[n], "length") || strcmp(all->cases.at[n].variant, variant) != 0 ||
        all->results[n].state != BENCH_TIMED)
      continue;
    if (all->results[n].extra <= (size_t)cache) within = &all->results[n];
    else beyond = &all->results[n];
  }
  if (within != NULL && beyond != NULL)
    study_say(
        all->s,
        "%s has the most workspace. Where it fits into the second-level cache (%ld KiB), the rate is %.3g GFLOP/s; "
        "at the longest sequence, with %.3g MiB, it is %.3g.",
        variant, cache >> 10, 1e-9 * within->flops / within->seconds, (double)beyond->extra / 0x1p20,
        1e-9 * beyond->flops / beyond->seconds);
}

/* ---- what limits a rate */

enum { OF, TOKENS, REACHED, PEAK, GUIDE, LIMITS_WIDTH };

static const study_column limit_columns[LIMITS_WIDTH] = {{"of", "", false},
                                                         {"tokens", "", false},
                                                         {"rate", "GFLOP/s", false},
                                                         {"peak", "GFLOP/s", false},
                                                         {"guide", "GFLOP/s", false}};

/* Which share of its peak each reaches at its best and at the longest sequence. */
static void find_limits(const study_table *t, const study_plot *plot, char text[STUDY_FINDING_MAX]) {
  bool any = false;
  for (size_t from = 0; from < study_rows(t); from++) {
    double best = 0, last = NAN;
    if (!series_begins(t, plot, from) || !series_has_points(t, plot, from)) continue;
    for (size_t row = from; row < study_rows(t); row++) {
      if (!series_has(t, plot, from, row)) continue;
      last = series_number(t, row, REACHED) / series_number(t, row, PEAK);
      best = fmax(best, last);
    }
    findings_add(text,
                 "%s%s reaches %.2g%% of the multiply-add peak of its instructions at best, and %.2g%% at the "
                 "longest sequence",
                 any ? "; " : "", series_text(t, from, OF), 100 * best, 100 * last);
    any = true;
  }
  findings_add(text, any ? "." : "No rate was measured.");
}

static const study_plot limit_plots[] = {{.name = "cost-rate",
                                          .title = "BLAS, SIMD and plain C, and the peak of each",
                                          .x = TOKENS,
                                          .x_name = "tokens T",
                                          .y = REACHED,
                                          .low = NO_COLUMN,
                                          .high = NO_COLUMN,
                                          .line = GUIDE,
                                          .series = OF,
                                          .log_x = true,
                                          .log_y = true,
                                          .among = NO_COLUMN,
                                          .find = find_limits}};

/* The rates of one variant over the length, beside the peak of its instruction set. */
static void add_rates(const costs *all, study_table *t, const char *variant) {
  study *const s = all->s;
  const limits_seen seen = limits_of(&all->read, peak_isa_of(variant), peak_type_of(variant, ATTEST_F32), 1);
  for (size_t n = 0; n < all->cases.count; n++) {
    const sweep_case *const c = &all->cases.at[n];
    const bench_result *const r = &all->results[n];
    if (r->state != BENCH_TIMED || !is_of(c, sweeps[LENGTH].name) || strcmp(c->variant, variant) != 0) continue;
    study_text(s, t, variant);
    study_number(s, t, (double)c->value);
    study_number(s, t, 1e-9 * r->flops / r->seconds);
    study_number(s, t, 1e-9 * seen.peak);
    study_number(s, t, NAN);
  }
}

/* Whether a row before it is of the same instruction set and length. */
static bool is_known(const study_table *t, size_t row) {
  const char *const isa = peak_isa_of(series_text(t, row, OF));
  for (size_t r = 0; r < row; r++)
    if (series_number(t, r, TOKENS) == series_number(t, row, TOKENS) &&
        strcmp(peak_isa_of(series_text(t, r, OF)), isa) == 0)
      return true;
  return false;
}

/* The peak of each instruction set, from the shortest to the longest sequence. */
static void add_peaks(study *s, study_table *t) {
  const size_t count = study_rows(t);
  for (size_t row = 0; row < count; row++) {
    char name[48];
    const double peak = series_number(t, row, PEAK);
    const char *const isa = peak_isa_of(series_text(t, row, OF));
    if (is_known(t, row)) continue;
    (void)snprintf(name, sizeof name, "peak, %s", isa);
    study_text(s, t, name);
    study_number(s, t, series_number(t, row, TOKENS));
    study_number(s, t, NAN);
    study_number(s, t, NAN);
    study_number(s, t, peak);
  }
}

/* One variant of each kind: the first that was timed, the first on OpenBLAS, and plain C. */
static void add_limits(const costs *all) {
  study_table *const t = study_begin(all->s, "rates", limit_columns, LIMITS_WIDTH, limit_plots, 1);
  const char *first = NULL, *blas = NULL;
  for (size_t n = 0; n < all->cases.count; n++) {
    const char *const variant = all->cases.at[n].variant;
    if (all->results[n].state != BENCH_TIMED || !is_of(&all->cases.at[n], sweeps[LENGTH].name)) continue;
    if (first == NULL) first = variant;
    if (strcmp(variant, "blas") == 0) blas = variant;
  }
  if (first != NULL) add_rates(all, t, first);
  if (blas != NULL) add_rates(all, t, blas);
  if (first != NULL && strcmp(first, "blocked") != 0) add_rates(all, t, "blocked");
  add_peaks(all->s, t);
}

static void say_states(const costs *all) {
  size_t left_out = 0;
  for (size_t n = 0; n < all->cases.count; n++) {
    left_out += all->results[n].state == BENCH_LEFT_OUT;
    if (all->results[n].state == BENCH_WRONG)
      study_say(all->s, "WRONG, not timed: %s: %s", all->results[n].name, all->results[n].text);
  }
  if (left_out > 0)
    study_say(all->s, "%zu of %zu benchmarks did not fit into %g seconds.", left_out, all->cases.count,
              seconds_of(all->s));
}

static check_status tell(costs *all, check_error *error) {
  study_table *const t = study_begin(all->s, "cost", columns, WIDTH, plots, sizeof plots / sizeof plots[0]);
  const size_t most = all->cases.count * (size_t)all->s->settings.samples;
  points p = {.x = malloc(2 * most * sizeof *p.x)};
  if (p.x == NULL) return check_fail(error, CHECK_FAILURE, "not enough memory for the exponents");
  p.y = p.x + most;
  t->hidden = true;
  for (size_t n = 0; n < all->cases.count; n++) add_case(all, t, n, &p);
  add_square(all->s, t);
  add_residuals(all->s, t);
  add_exponents(all, &p);
  add_memory(all, &p);
  add_limits(all);
  say_cache(all);
  say_states(all);
  free(p.x);
  return CHECK_OK;
}

check_status cost_run(study *s, const sweep_row *of, size_t count, double min_time, check_error *error) {
  static const char *const given[SWEEP_COLUMNS];
  costs all = {.s = s};
  const bench_settings settings = {.repetitions = (int)s->settings.samples,
                                   .min_time = min_time,
                                   .seconds = seconds_of(s),
                                   .memory = (size_t)1 << 20, /* no figure here depends on it */
                                   .compute = attest_attention,
                                   .progress = s->settings.progress};
  check_status status = CHECK_OK;
  for (size_t n = 0; n < count && status == CHECK_OK; n++)
    status = sweep_add(&of[n], given, NULL, 1, &all.cases, error);
  if (status == CHECK_OK) status = bench_run(&all.cases, &settings, &all.document, &all.results, error);
  if (status == CHECK_OK) status = runs_read(all.document, "the benchmarks", &all.read, error);
  if (status == CHECK_OK) status = tell(&all, error);
  runs_free(&all.read);
  json_decref(all.document);
  free(all.results);
  free(all.cases.at);
  return status;
}

check_status cost_study(study *s, check_error *error) { return cost_run(s, rows, ROWS, 0, error); }
