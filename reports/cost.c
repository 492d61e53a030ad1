/* Time and memory of the fast variants: benchmarks as those of attest bench (bench/), in at most a minute. Time grows
   as a power b of length, width or heads: the slope of the logarithms over all repetitions. Memory is that of q, k, v,
   the output and the workspace. At constant d_model = h d_k the FLOP of h heads are the same, exponentials h times as
   many. */
#define _GNU_SOURCE /* NOLINT: reserved for this; _SC_LEVEL2_CACHE_SIZE */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench/run.h"
#include "reports/cost.h"
#include "reports/findings.h"
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

enum { ROWS = sizeof rows / sizeof rows[0], SWEEPS = sizeof sweeps / sizeof sweeps[0] };

enum { SWEEP, VARIANT, VALUE, TIME, LOW, HIGH, RATE, EXTRA, MEMORY, WIDTH };

static const study_column columns[WIDTH] = {
    {"sweep", "", false},       {"variant", "", false},        {"value", "", false},
    {"time", "us", false},      {"low", "us", false},          {"high", "us", false},
    {"rate", "GFLOP/s", false}, {"workspace", "bytes", false}, {"memory", "bytes", false}};

#define PLOT(file, about, of, axis, letter, lower, upper, column, logarithmic, said, first)                            \
  {                                                                                                                    \
    .name = (file), .title = (about), .x = VALUE, .x_name = (axis), .y = (column), .low = (lower), .high = (upper),    \
    .line = NO_COLUMN, .series = VARIANT, .log_x = true, .log_y = (logarithmic), .among = SWEEP, .only = (of),         \
    .find = (said), .symbol = (letter), .from = (first)                                                                \
  }

static const study_plot plots[] = {PLOT("cost-length", "Time against the length of the sequence, one head of 64",
                                        "length", "tokens", "T", LOW, HIGH, TIME, true, findings_growth, FROM_LENGTH),
                                   PLOT("cost-rate", "Rate against the length of the sequence: where caches show",
                                        "length", "tokens", "T", NO_COLUMN, NO_COLUMN, RATE, false, findings_highest,
                                        0),
                                   PLOT("cost-memory", "Memory against the length of the sequence", "length", "tokens",
                                        "T", NO_COLUMN, NO_COLUMN, MEMORY, true, findings_growth, FROM_LENGTH),
                                   PLOT("cost-width", "Time against d_k = d_v, 512 tokens, one head", "width",
                                        "d_k = d_v", "d", LOW, HIGH, TIME, true, findings_growth, FROM_WIDTH),
                                   PLOT("cost-heads", "Time against heads of 64, 256 tokens", "heads", "heads", "h",
                                        LOW, HIGH, TIME, true, findings_growth, 1),
                                   PLOT("cost-split", "Time of h heads of 512/h, 512 tokens", "split", "heads", "h",
                                        LOW, HIGH, TIME, true, findings_ratio, 0)};

static const study_column exponent_columns[] = {{"grows", "", false},    {"with", "", false}, {"variant", "", false},
                                                {"exponent", "", false}, {"low", "", false},  {"high", "", false}};

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

static void add_case(const costs *all, study_table *t, size_t n) {
  const sweep_case *const c = &all->cases.at[n];
  const bench_result *const r = &all->results[n];
  const run *const timed = runs_find(&all->read, r->name);
  study *const s = all->s;
  char sweep[32];
  if (r->state != BENCH_TIMED || timed == NULL || timed->count < 2) return;
  const interval time = statistics_positive_mean(timed->seconds, timed->count, STUDY_CONFIDENCE);
  (void)snprintf(sweep, sizeof sweep, "%.*s", (int)strcspn(c->family, "/"), c->family);
  study_text(s, t, sweep);
  study_text(s, t, c->variant);
  study_number(s, t, (double)c->value);
  study_number(s, t, 1e6 * time.value);
  study_number(s, t, 1e6 * time.low);
  study_number(s, t, 1e6 * time.high);
  study_number(s, t, 1e-9 * r->flops / time.value);
  study_number(s, t, (double)r->extra);
  study_number(s, t, r->bytes + (double)r->extra);
}

/* ---- exponents */

/* What grows. */
enum { QUANTITY_TIME, QUANTITY_MEMORY, QUANTITY_WORKSPACE, QUANTITIES };

static const char *const quantities[QUANTITIES] = {"time", "memory", "workspace"}, *const spoken[QUANTITIES] = {
                                                                                       "Time", "Memory", "Workspace"};

/* Of one repetition of a benchmark; 1 byte more of workspace, since there may be none. */
static double quantity_of(int quantity, const bench_result *r, const run *timed, size_t repetition) {
  if (quantity == QUANTITY_TIME) return timed->seconds[repetition];
  return (double)r->extra + (quantity == QUANTITY_MEMORY ? r->bytes : 1);
}

/* What a variant shows in a sweep: the points of the asymptotic range. */
typedef struct points {
  double *x, *y;
  size_t count;
} points;

/* The times of all repetitions; of what does not vary, one point a size. */
static void collect(const costs *all, int sweep, const char *variant, int quantity, points *p) {
  p->count = 0;
  for (size_t n = 0; n < all->cases.count; n++) {
    const sweep_case *const c = &all->cases.at[n];
    const bench_result *const r = &all->results[n];
    const run *const timed = r->state == BENCH_TIMED ? runs_find(&all->read, r->name) : NULL;
    if (timed == NULL || !is_of(c, sweeps[sweep].name) || strcmp(c->variant, variant) != 0 ||
        (double)c->value < sweeps[sweep].from)
      continue;
    for (size_t i = 0; i < (quantity == QUANTITY_TIME ? timed->count : 1); i++) {
      p->x[p->count] = (double)c->value;
      p->y[p->count++] = quantity_of(quantity, r, timed, i);
    }
  }
}

static interval add_exponent(const costs *all, study_table *t, int sweep, const char *variant, int quantity,
                             points *p) {
  study *const s = all->s;
  collect(all, sweep, variant, quantity, p);
  if (p->count < 3) return (interval){NAN, NAN, NAN};
  const interval b = statistics_exponent(p->x, p->y, p->count, STUDY_CONFIDENCE);
  study_text(s, t, quantities[quantity]);
  study_text(s, t, sweeps[sweep].name);
  study_text(s, t, variant);
  study_number(s, t, b.value);
  study_number(s, t, b.low);
  study_number(s, t, b.high);
  return b;
}

/* Between which exponents the variants are. */
static void say_range(study *s, const char *what, const char *symbol, double from, const interval *found,
                      size_t count) {
  double least = HUGE_VAL, most = -HUGE_VAL;
  for (size_t n = 0; n < count; n++) {
    least = fmin(least, found[n].value);
    most = fmax(most, found[n].value);
  }
  if (least <= most)
    study_say(s, "%s grows as %s^%.2f to %s^%.2f, by variant, from %s = %.0f on.", what, symbol, least, symbol, most,
              symbol, from);
}

enum { VARIANTS = 32 };

static void add_exponents(const costs *all, points *p) {
  study_table *const t = study_begin(all->s, "exponents", exponent_columns, 6, NULL, 0);
  interval found[VARIANTS];
  for (int sweep = 0; sweep < SWEEPS; sweep++)
    for (int quantity = 0; quantity < (sweep == 0 ? QUANTITIES : QUANTITY_TIME + 1); quantity++) {
      size_t count = 0;
      for (size_t n = 0; attest_variant_name(n) != NULL && n < VARIANTS; n++) {
        found[count] = add_exponent(all, t, sweep, attest_variant_name(n), quantity, p);
        count += isnan(found[count].value) ? 0 : 1;
      }
      say_range(all->s, spoken[quantity], sweeps[sweep].symbol, sweeps[sweep].from, found, count);
    }
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
    study_say(all->s,
              "%s, with the most workspace: %.3g GFLOP/s where that fits into the second cache of %ld KiB, %.3g at the "
              "longest sequence, "
              "with %.3g MiB.",
              variant, 1e-9 * within->flops / within->seconds, cache >> 10, 1e-9 * beyond->flops / beyond->seconds,
              (double)beyond->extra / 0x1p20);
}

/* The time of 16 heads of 32 over that of one of 512, by variant. */
static void say_split(const costs *all) {
  double least = HUGE_VAL, most = 0;
  for (size_t n = 0; attest_variant_name(n) != NULL; n++) {
    double one = NAN, many = NAN;
    for (size_t m = 0; m < all->cases.count; m++) {
      const sweep_case *const c = &all->cases.at[m];
      if (!is_of(c, "split") || strcmp(c->variant, attest_variant_name(n)) != 0 || all->results[m].state != BENCH_TIMED)
        continue;
      if (c->value == 1) one = all->results[m].seconds;
      if (c->value == 16) many = all->results[m].seconds;
    }
    if (isnan(many / one)) continue;
    least = fmin(least, many / one);
    most = fmax(most, many / one);
  }
  if (most > 0)
    study_say(
        all->s,
        "16 heads of 32 take %.2f to %.2f times as long as one of 512, by variant; the FLOP of products are the same.",
        least, most);
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
  for (size_t n = 0; n < all->cases.count; n++) add_case(all, t, n);
  add_exponents(all, &p);
  say_split(all);
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
