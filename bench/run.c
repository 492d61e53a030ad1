#define _POSIX_C_SOURCE 200809L /* NOLINT: reserved for this; strdup */
#include "bench/run.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/gbench.h"
#include "bench/limits.h"
#include "bench/machine.h"
#include "bench/pages.h"
#include "bench/peak.h"
#include "bench/plan.h"
#include "bench/standing.h"
#include "bench/trial.h"
#include "check/cases/clock.h"
#include "check/cases/json.h"
#include "check/cases/random.h"

/* Seconds reserved for reading and writing results. */
#define MARGIN 2.0

/* The share of the available time after which no more is judged, so that what was judged is timed. */
#define JUDGING 0.75

/* Bytes per second that any machine reads from memory, for planning. */
#define READ_AT_LEAST 4e9

enum { WRONG_MAX = 220 };

typedef struct measurement measurement;

/* One benchmark. */
typedef struct item {
  const sweep_case *of;
  const char *variant; /* NULL: attest_attention selects it */
  peer *peer;          /* or NULL */
  char *path;          /* the case for timing the peer; NULL if its answer is wrong */
  bench_shape *shape;
  bench_result *result;
  bool failed; /* a call failed while it was timed */
} item;

/* Consecutive items that differ only in the axis. */
typedef struct family {
  measurement *in;
  item *first;
  size_t count;
  int64_t *values;
} family;

struct measurement {
  const bench_settings *settings;
  double begun;
  double crowding; /* elapsed time of the program divided by its own, 1 or more: other programs run too */
  item *items;
  const item *last; /* the last item run */
  bench_shape *shapes;
  stage stage; /* of the shape on which a peer was timed last: those of all shapes can need more memory than there is */
  family *families;
  size_t count, shape_count, family_count;
  void *workspace; /* shared: only one item runs at a time */
  size_t workspace_bytes;
  limits *machine;
  uint64_t seed;       /* secret, of the operands of peers */
  uint64_t trials;     /* done with it */
  check_status status; /* of a failure while timing */
  check_error error;
  size_t timed, total; /* repetitions begun, and their estimated total */
};

static check_status no_memory(check_error *error) {
  return check_fail(error, CHECK_FAILURE, "not enough memory for the benchmarks");
}

static void show(const measurement *s, size_t done, const char *name) {
  if (s->settings->progress != NULL) s->settings->progress(done, s->total, name);
}

/* ---- shapes, and judging the variants on them */

static check_status shape_for(measurement *s, const recipe *r, bench_shape **shape, check_error *error) {
  char wanted[RECIPE_TEXT_MAX], there[RECIPE_TEXT_MAX];
  recipe_print(r, wanted);
  for (size_t n = 0; n < s->shape_count; n++) {
    *shape = &s->shapes[n];
    recipe_print(&s->shapes[n].of, there);
    if (strcmp(wanted, there) == 0) return CHECK_OK;
  }
  *shape = &s->shapes[s->shape_count++];
  return shape_make(r, *shape, error);
}

static check_status grow_workspace(measurement *s, size_t bytes, check_error *error) {
  if (bytes <= s->workspace_bytes) return CHECK_OK;
  pages_free(s->workspace, s->workspace_bytes);
  s->workspace = pages_make(bytes);
  s->workspace_bytes = s->workspace != NULL ? bytes : 0;
  return s->workspace != NULL ? CHECK_OK : no_memory(error);
}

/* Makes the stage of a shape, unless it is there. */
static check_status stage_for(measurement *s, const bench_shape *shape, check_error *error) {
  static const double flops = 3e10, bytes = 1e10; /* in a second: a guess, for the number of sets */
  if (s->stage.shape == shape) return CHECK_OK;
  stage_free(&s->stage);
  const int64_t sets = trial_sets(fmax(shape->flops / flops, shape->bytes / bytes));
  const check_status status = stage_make(shape, sets, &s->stage, error);
  if (status != CHECK_OK) stage_free(&s->stage);
  return status;
}

/* Times calls of a peer. false: it failed; the report says how. */
static bool try_peer(measurement *s, const item *i, int64_t calls, trial_times *times, peer_report *report) {
  *report = (peer_report){.status = CHECK_OK};
  report->status = stage_for(s, i->shape, &report->error);
  if (report->status != CHECK_OK) return false;
  return trial_time(i->peer, &s->stage, i->path, calls, random_bits_at(s->seed, s->trials++), times, report);
}

static bool is_variant(const item *i) { return variant_find(i->of->variant) != NULL; }

static check_status judge_peer(measurement *s, item *i, check_error *error) {
  static const bench_state becomes[] = {
      [PEER_RIGHT] = BENCH_TIMED, [PEER_WRONG] = BENCH_WRONG, [PEER_UNABLE] = BENCH_UNSUPPORTED};
  bench_result *const r = i->result;
  peer_standing found = {.verdict = PEER_UNABLE};
  check_status status = i->of->threads == 1 ? peer_judge(i->peer, i->shape, &found, error) : CHECK_OK;
  r->state = becomes[found.verdict];
  (void)snprintf(r->text, sizeof r->text, "%s", found.text);
  if (is_variant(i)) (void)attest_attention_workspace(&i->shape->problem, &i->shape->answer, i->variant, 1, &r->extra);
  if (status != CHECK_OK || found.verdict != PEER_RIGHT) return status;
  i->path = strdup(found.path);
  if (i->path == NULL) return no_memory(error);
  trial_times times;
  peer_report report;
  const bool right = try_peer(s, i, 1, &times, &report);
  r->seconds = right ? trial_seconds(&times) : 0;
  if (right) return CHECK_OK;
  r->state = BENCH_WRONG;
  (void)snprintf(r->text, sizeof r->text, "%s", report.text);
  *error = report.error;
  return report.status;
}

static check_status judge_variant(measurement *s, const item *i, check_error *error) {
  bench_result *const r = i->result;
  bool right = false;
  const attest_status asked =
      attest_attention_workspace(&i->shape->problem, &i->shape->answer, i->variant, i->of->threads, &r->extra);
  if (asked == ATTEST_UNSUPPORTED) r->state = BENCH_UNSUPPORTED;
  if (asked == ATTEST_UNSUPPORTED) return CHECK_OK;
  if (asked != ATTEST_OK) {
    r->state = BENCH_WRONG;
    (void)snprintf(r->text, sizeof r->text, "no workspace: %s", attest_strerror(asked));
    return CHECK_OK;
  }
  check_status status = grow_workspace(s, r->extra, error);
  if (status == CHECK_OK)
    status = shape_judge(i->shape, s->settings->compute, i->variant, i->of->threads, s->workspace, r->extra, &right,
                         r->text, &r->seconds, error);
  r->state = right ? BENCH_TIMED : BENCH_WRONG;
  return status;
}

/* The peer of a case. Our variants are peers where others are, but peers have one thread. */
static peer *peer_of(const measurement *s, const sweep_case *of) {
  peer *const p = peers_find(s->settings->peers, of->variant);
  return of->threads > 1 && variant_find(of->variant) != NULL ? NULL : p;
}

static bool is_late_to_judge(const measurement *s) {
  return s->settings->seconds > 0 && clock_seconds() > s->begun + JUDGING * s->settings->seconds;
}

/* Makes the item of a case: its shape (items may share one), and all that is known before timing. */
static check_status make_item(measurement *s, const sweep_case *of, item *i, check_error *error) {
  i->of = of;
  i->variant = strcmp(of->variant, SWEEP_SELECTED) == 0 ? NULL : of->variant;
  i->peer = peer_of(s, of);
  (void)snprintf(i->result->name, sizeof i->result->name, "%s/%s:%" PRId64 "%s", of->family, of->axis, of->value,
                 i->peer != NULL   ? "/manual_time"
                 : of->threads > 1 ? "/real_time"
                                   : "");
  if (is_late_to_judge(s)) {
    i->result->state = BENCH_LEFT_OUT;
    return CHECK_OK;
  }
  check_status status = shape_for(s, &of->shape, &i->shape, error);
  if (status == CHECK_OK) status = i->peer != NULL ? judge_peer(s, i, error) : judge_variant(s, i, error);
  if (status != CHECK_OK) return status;
  i->result->flops = i->shape->flops;
  i->result->bytes = i->shape->bytes;
  return CHECK_OK;
}

static check_status make_items(measurement *s, const sweep_cases *cases, bench_result *results, check_error *error) {
  const double own = clock_cpu_seconds();
  check_status status = random_secret(&s->seed, error);
  s->count = s->total = cases->count;
  for (size_t n = 0; n < cases->count && status == CHECK_OK; n++) {
    s->items[n].result = &results[n];
    show(s, n, "checking");
    status = make_item(s, &cases->at[n], &s->items[n], error);
  }
  s->crowding = fmax(1, (clock_seconds() - s->begun) / fmax(1e-3, clock_cpu_seconds() - own));
  return status;
}

/* ---- timing */

/* Whether it is too late to start a repetition. One in progress continues: during the first, Google Benchmark requests
   more and more iterations. */
static bool is_late(const measurement *s, const item *i) {
  return s->settings->seconds > 0 && s->last != i && clock_seconds() > s->begun + s->settings->seconds - MARGIN;
}

static void count_all(gbench_state *state, const item *i) {
  gbench_count(state, "flops", i->shape->flops, false);
  gbench_count(state, "FLOP/s", i->shape->flops, true);
  gbench_count(state, "bytes/s", i->shape->bytes, true);
  if (is_variant(i)) gbench_count(state, "extra_memory", (double)i->result->extra, false);
}

/* Runs an empty repetition and drops it later. It must not report a failure: Google Benchmark 1.7 crashes if only some
   repetitions of a benchmark fail, or if no benchmark of a fitted family has a time. */
static void pass_over(gbench_state *state, const item *i) {
  while (gbench_keep_running(state)) {
  }
  if (i->peer != NULL) gbench_tell(state, 1); /* otherwise it would retry with ever more iterations */
  gbench_count(state, STANDING_LATE, 1, false);
}

/* Ends the loop of a repetition that failed. */
static void fail_running(gbench_state *state, item *i, const char *text) {
  i->failed = true;
  i->result->state = BENCH_WRONG;
  (void)snprintf(i->result->text, sizeof i->result->text, "%s", text);
  gbench_count(state, STANDING_LATE, 1, false);
}

static void wrong(const item *i, char text[WRONG_MAX]) {
  (void)snprintf(text, WRONG_MAX, "wrong: %s", i->result->text);
}

/* Replaces the times of a wrong variant by an error; returns whether it did. */
static bool refuse(gbench_state *state, const measurement *s, const item *i) {
  char text[WRONG_MAX];
  if (i->result->state == BENCH_WRONG && !i->failed) {
    wrong(i, text);
    gbench_fail(state, text);
    return true;
  }
  if (!i->failed && !is_late(s, i)) return false;
  pass_over(state, i);
  return true;
}

static void run_peer(gbench_state *state, measurement *s, item *i) {
  trial_times times;
  peer_report report;
  const bool right = try_peer(s, i, gbench_iterations(state), &times, &report);
  while (gbench_keep_running(state)) {
  }
  gbench_tell(state, right ? trial_seconds(&times) : 1);
  count_all(state, i);
  if (right) gbench_count(state, "cpu_share", times.cpu / times.clock, false);
  if (right) return;
  fail_running(state, i, report.text);
  if (report.status == CHECK_OK) return;
  s->status = report.status;
  s->error = report.error;
}

static void run_variant(gbench_state *state, const measurement *s, item *i) {
  attest_status status = ATTEST_OK;
  const bench_shape *const shape = i->shape;
  while (gbench_keep_running(state)) {
    const attest_status returned = s->settings->compute(&shape->problem, &shape->answer, i->variant, i->of->threads,
                                                        s->workspace, i->result->extra);
    status = returned != ATTEST_OK ? returned : status;
  }
  count_all(state, i);
  if (status != ATTEST_OK) fail_running(state, i, attest_strerror(status));
}

static void run_case(gbench_state *state, void *context) {
  const family *const f = context;
  measurement *const s = f->in;
  item *i = f->first;
  while (i->of->value != gbench_value(state)) i++;
  if (refuse(state, s, i)) return;
  show(s, s->timed++, i->result->name);
  s->last = i;
  if (i->peer != NULL) run_peer(state, s, i);
  else run_variant(state, s, i);
}

static bool is_run(const item *i) { return i->result->state == BENCH_TIMED || i->result->state == BENCH_WRONG; }

/* Adds the families of the items that are run, in order. */
static check_status add_families(measurement *s, check_error *error) {
  for (size_t n = 0; n < s->count;) {
    family *const f = &s->families[s->family_count++];
    *f = (family){.in = s, .first = &s->items[n], .values = calloc(s->count, sizeof *f->values)};
    if (f->values == NULL) return no_memory(error);
    size_t timed = 0;
    for (; n < s->count && strcmp(s->items[n].of->family, f->first->of->family) == 0; n++) {
      if (is_run(&s->items[n])) f->values[f->count++] = s->items[n].of->value;
      timed += s->items[n].result->state == BENCH_TIMED;
    }
    const bool by_threads = strcmp(f->first->of->axis, sweep_column_name(SWEEP_THREADS)) == 0;
    gbench_family added = {.name = f->first->of->family, .axis = f->first->of->axis, .run = run_case, .context = f};
    added.complexity = timed >= 3 && !by_threads;
    /* One thread uses its CPU time, several use wall time. */
    for (size_t from = 0; from < f->count; from += added.count) {
      const bool several = by_threads ? f->values[from] > 1 : f->first->of->threads > 1;
      added.values = f->values + from;
      added.count = by_threads ? 1 : f->count;
      added.clock = f->first->peer != NULL ? GBENCH_TOLD : several ? GBENCH_WALL : GBENCH_CPU;
      if (!gbench_add(&added)) return no_memory(error);
    }
  }
  return CHECK_OK;
}

static check_status add_limits(measurement *s, size_t *count, check_error *error) {
  size_t counts = 0;
  int64_t *const threads = calloc(s->count + 1, sizeof *threads);
  if (threads == NULL) return no_memory(error);
  for (size_t n = 0; n < s->count; n++) {
    bool there = s->items[n].of->threads == 1;
    for (size_t seen = 0; seen < counts; seen++) there = there || threads[seen] == s->items[n].of->threads;
    if (!there) threads[counts++] = s->items[n].of->threads;
  }
  const check_status status = limits_add(threads, counts, s->settings->memory, &s->machine, error);
  *count = limits_count(counts);
  free(threads);
  return status;
}

/* Plans the time of a repetition; leaves out the items that do not fit. The limits count as so many more items. */
static check_status plan(measurement *s, size_t machine, double *min_time, check_error *error) {
  const bench_settings *const settings = s->settings;
  *min_time = settings->min_time;
  if (*min_time > 0) return CHECK_OK;
  double *const call = calloc(s->count + 1, sizeof *call);
  bool *const out = calloc(s->count + 1, sizeof *out);
  const bool whole = call != NULL && out != NULL;
  const double passes = (double)settings->repetitions * (double)settings->memory / READ_AT_LEAST;
  const double left = (settings->seconds - (clock_seconds() - s->begun) - 2 * MARGIN) / s->crowding - passes;
  size_t used = 0, place = 0;
  for (size_t n = 0; whole && n < s->count; n++)
    if (s->items[n].result->state == BENCH_TIMED) call[used++] = s->items[n].result->seconds / s->crowding;
  if (whole)
    *min_time = plan_min_time(call, used, settings->repetitions, left * (double)used / (double)(used + machine), out);
  for (size_t n = 0; whole && n < s->count; n++)
    if (s->items[n].result->state == BENCH_TIMED && out[place++]) s->items[n].result->state = BENCH_LEFT_OUT;
  free(call);
  free(out);
  return whole ? CHECK_OK : no_memory(error);
}

/* Fails if there was no time for any benchmark. */
static check_status expect_time(const measurement *s, check_error *error) {
  size_t fit = 0, left_out = 0;
  for (size_t n = 0; n < s->count; n++) {
    fit += is_run(&s->items[n]);
    left_out += s->items[n].result->state == BENCH_LEFT_OUT;
  }
  if (fit > 0 || left_out == 0) return CHECK_OK;
  return check_fail(
      error, CHECK_BAD_INPUT,
      "expected time for a benchmark in %.0f seconds, found none for %zu of %zu: allow more time, or select "
      "fewer benchmarks or repetitions",
      s->settings->seconds, left_out, s->count);
}

/* ---- results */

/* The variant to take the peak of: for attest_attention, the selected one. */
static const char *computed_by(const item *i) {
  const char *name = i->of->variant;
  if (i->variant == NULL && i->peer == NULL)
    (void)attest_variant_selected(&i->shape->problem, &i->shape->answer, &name);
  return name;
}

/* Noise in the measured limits. */
#define IMPOSSIBLE 1.2

/* Whether a rate is above what the machine can do: then the time is not that of the work. Bytes are read from a cache
   at best. */
static bool is_impossible(const bench_result *r, const limits_seen *seen, double possible, char text[200]) {
  const double flops = r->flops / r->seconds, bytes = r->bytes / r->seconds;
  if (flops > IMPOSSIBLE * possible)
    (void)snprintf(text, 200, "impossible: %.4g GFLOP/s, more than the machine's peak of %.4g", 1e-9 * flops,
                   1e-9 * possible);
  else if (bytes > IMPOSSIBLE * seen->cache)
    (void)snprintf(text, 200, "impossible: %.4g GB/s, more than the %.4g that the machine reads from its cache",
                   1e-9 * bytes, 1e-9 * seen->cache);
  else return false;
  return true;
}

static check_status read_item(json_t *document, const runs *read, const item *i, check_error *error) {
  bench_result *const r = i->result;
  const run *const timed = runs_find(read, r->name);
  if (r->state != BENCH_TIMED) return CHECK_OK;
  if (timed == NULL || timed->count == 0) {
    r->state = BENCH_LEFT_OUT;
    return CHECK_OK;
  }
  const char *const by = computed_by(i), *const type = peak_type_of(by, (attest_dtype)i->of->shape.dtype);
  const limits_seen seen = limits_of(read, peak_isa_of(by), type, i->of->threads);
  const double roof = fmin(seen.peak, seen.memory * r->flops / r->bytes);
  r->seconds = run_median(timed);
  r->spread = run_spread(timed);
  const double possible = limits_possible(read, (attest_dtype)i->of->shape.dtype, i->of->threads);
  if (is_impossible(r, &seen, possible, r->text)) {
    char text[WRONG_MAX];
    r->state = BENCH_WRONG;
    wrong(i, text);
    return standing_fail(document, r->name, i->of->family, text) ? CHECK_OK : no_memory(error);
  }
  r->isa_share = r->flops / r->seconds / seen.peak;
  r->peak_share = r->flops / r->seconds / seen.highest;
  r->roof_share = r->flops / r->seconds / roof;
  standing_add(document, r->name, &(standing){seen.peak, seen.highest, r->flops / r->bytes, roof, r->spread});
  return CHECK_OK;
}

/* Removes repetitions that were not run; if one failed, replaces all by that error. */
static check_status settle(json_t *document, const item *i, check_error *error) {
  char text[WRONG_MAX];
  wrong(i, text);
  if (i->failed) return standing_fail(document, i->result->name, i->of->family, text) ? CHECK_OK : no_memory(error);
  standing_drop_late(document, i->result->name, i->of->family);
  return CHECK_OK;
}

static check_status time_all(measurement *s, json_t **document, check_error *error) {
  size_t machine = 0;
  double min_time = 0;
  runs read = {.count = 0};
  check_status status = add_limits(s, &machine, error);
  if (status == CHECK_OK) status = plan(s, machine, &min_time, error);
  if (status == CHECK_OK) status = expect_time(s, error);
  if (status == CHECK_OK) status = add_families(s, error);
  if (status == CHECK_OK && !machine_describe()) status = no_memory(error);
  if (status != CHECK_OK) return status;
  s->total = s->count * (size_t)s->settings->repetitions;
  char *const text = gbench_run(s->settings->repetitions, min_time);
  if (text == NULL) return no_memory(error);
  if (s->status != CHECK_OK) {
    free(text);
    *error = s->error;
    return s->status;
  }
  status = json_read_text(text, "Google Benchmark's JSON", document, error);
  free(text);
  if (status != CHECK_OK) return CHECK_FAILURE; /* no input of the user */
  if (!standing_sort(*document)) return no_memory(error);
  for (size_t n = 0; n < s->count && status == CHECK_OK; n++) status = settle(*document, &s->items[n], error);
  if (status == CHECK_OK) status = runs_read(*document, "Google Benchmark's JSON", &read, error);
  for (size_t n = 0; status == CHECK_OK && n < s->count; n++) status = read_item(*document, &read, &s->items[n], error);
  runs_free(&read);
  return status == CHECK_OK ? expect_time(s, error) : status;
}

static void end(measurement *s) {
  for (size_t n = 0; n < s->count; n++) free(s->items[n].path);
  for (size_t n = 0; n < s->shape_count; n++) shape_free(&s->shapes[n]);
  stage_free(&s->stage);
  for (size_t n = 0; n < s->family_count; n++) free(s->families[n].values);
  limits_free(s->machine);
  pages_free(s->workspace, s->workspace_bytes);
}

check_status bench_run(const sweep_cases *cases, const bench_settings *settings, json_t **document,
                       bench_result **results, check_error *error) {
  const size_t room = cases->count + 1;
  item *const items = calloc(room, sizeof *items);
  bench_shape *const shapes = calloc(room, sizeof *shapes);
  family *const families = calloc(room, sizeof *families);
  bench_result *const made = calloc(room, sizeof *made);
  measurement s = {
      .settings = settings, .begun = clock_seconds(), .items = items, .shapes = shapes, .families = families};
  *document = NULL;
  *results = made;
  const bool whole = items != NULL && shapes != NULL && families != NULL && made != NULL;
  check_status status = whole && gbench_see_machine() ? make_items(&s, cases, made, error) : no_memory(error);
  if (status == CHECK_OK) status = time_all(&s, document, error);
  end(&s);
  free(items);
  free(shapes);
  free(families);
  return status;
}
