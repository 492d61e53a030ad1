#include "check/run/session.h"

#include <stdio.h>
#include <string.h>

#include "check/cases/clock.h"
#include "check/run/shrink.h"
#include "check/cases/suite.h"

#define TOLD 5 /* failures */

typedef struct {
  const session_settings *settings;
  const session_events *events;
  session_result *result;
  worker run;
  arena memory;
  suite cases;
  attest_description description;
  double until; /* seconds since the epoch; 0: no end */
  int64_t done; /* of what falls to this share */
  int told;
  char told_cases[TOLD][RECIPE_TEXT_MAX]; /* shrunk, without seed and type */
} session;

static bool out_of_time(const session *s) { return s->until > 0 && clock_seconds() >= s->until; }

/* Whether a shrunk case, whatever its seed and type, was told before. */
static bool told_before(session *s, const recipe *r) {
  recipe plain = *r;
  plain.seed = 0;
  plain.dtype = 0;
  char text[RECIPE_TEXT_MAX];
  recipe_print(&plain, text);
  for (int n = 0; n < s->told; n++)
    if (strcmp(s->told_cases[n], text) == 0) return true;
  (void)memcpy(s->told_cases[s->told++], text, sizeof text);
  return false;
}

static check_status judge_again(void *context, const recipe *cases, size_t count, verdict *found, check_error *error) {
  session *s = context;
  check_status status = CHECK_OK;
  for (size_t n = 0; status == CHECK_OK && n < count; n++)
    status = verdict_of_case(&s->run, &s->memory, &cases[n], &s->description, &found[n], error);
  return status;
}

/* Where somebody listens: takes a failure into the diagnosis, and tells it by the smallest case that fails alike. (A case that hangs is told as it is: each
   try would take as long.) */
static check_status tell_failure(session *s, const recipe *r, const verdict *v, check_error *error) {
  const shrink_judge again = {s, judge_again, false};
  error_map grid, other;
  recipe small = *r;
  verdict its = *v;
  if (s->told == TOLD || s->events->told == NULL) return CHECK_OK;
  check_status status = diagnose_case(&s->run, &s->memory, &s->description, r, v, &s->result->seen, &grid, error);
  if (status == CHECK_OK && v->kind != VERDICT_HUNG) status = shrink_case(&again, &small, &its, error);
  if (status != CHECK_OK || told_before(s, &small)) return status;
  status = diagnose_case(&s->run, &s->memory, &s->description, &small, &its, &s->result->seen, &other, error);
  const session_failure failure = {r, &small, v, &its, grid.rows > 0 ? &grid : NULL};
  if (status == CHECK_OK) s->events->told(s->events->context, &failure);
  return status;
}

void session_count(session_result *result, const recipe *r, const verdict *v) {
  session_tally *t = &result->type[r->dtype];
  char text[RECIPE_TEXT_MAX];
  recipe_print(r, text);
  t->mean_rows += v->mean_rows;
  t->skipped += v->kind == VERDICT_SKIPPED;
  t->passed += v->kind == VERDICT_PASS;
  t->conventional += v->kind == VERDICT_CONVENTION;
  t->failed += verdict_fails(v->kind);
  tally_verdict(&result->conventions, text, v);
  if (v->kind == VERDICT_SKIPPED || (t->worst[0] != '\0' && v->budget <= t->budget)) return;
  t->budget = v->budget;
  (void)memcpy(t->worst, text, sizeof text);
}

void session_count_probe(session_result *result, attest_dtype dtype, const probe *p, bool fails) {
  result->failed = result->failed || fails;
  if (fails || p->follows < 0) return;
  tally_convention *c = &result->conventions.of[p->follows];
  if (c->followed++ == 0) (void)snprintf(c->first, sizeof c->first, "dtype=%s %s", recipe_dtype_name(dtype), p->text);
}

static check_status report_failure(session *s, const recipe *r, const verdict *v, check_error *error) {
  if (s->events->failed != NULL) s->events->failed(s->events->context, r, v);
  return tell_failure(s, r, v, error);
}

static check_status try_case(session *s, int64_t number, const recipe *r, check_error *error) {
  verdict v;
  const check_status status = verdict_of_case(&s->run, &s->memory, r, &s->description, &v, error);
  if (status != CHECK_OK) return status;
  session_count(s->result, r, &v);
  if (s->events->judged != NULL) s->events->judged(s->events->context, number, r, &v);
  return verdict_fails(v.kind) ? report_failure(s, r, &v, error) : CHECK_OK;
}

/* A probe that does not hold. */
static void take_probe(session *s, attest_dtype dtype, const probe *p, const probe_finding *found) {
  const bool follows = p->follows >= 0 && found->only_nan && (s->run.of->conventions.refused & CONVENTION_BIT(p->follows)) == 0;
  const bool fails = !p->convention || (p->follows >= 0 && !follows);
  session_count_probe(s->result, dtype, p, fails);
  if (s->events->probe != NULL) s->events->probe(s->events->context, dtype, p, found, fails);
}

/* What one type has of each kind; they are numbered in this order. */
static bool in_corners(const session *s) { return s->settings->corners && s->settings->minutes <= 0; }
static int64_t cases_of(const session *s) { return in_corners(s) ? suite_corners() : s->settings->cases; }
static int64_t large_of(const session *s) { return s->settings->large ? suite_large() : 0; }
static int64_t probes_of_type(void) {
  size_t count;
  (void)probe_list(&count);
  return (int64_t)count;
}
static int64_t items_of_type(const session *s) { return cases_of(s) + large_of(s) + probes_of_type() + BIAS_TESTS; }

/* The place in the run of item n of a type. */
static int64_t place(const session *s, attest_dtype dtype, int64_t n) { return (int64_t)dtype * items_of_type(s) + n; }

/* Whether an item falls to this share; if so, it is next. */
static bool take(session *s, attest_dtype dtype, int64_t n) {
  const shard *part = &s->settings->part;
  int64_t types = 0;
  for (int type = 0; type < SESSION_TYPES; type++) types += s->settings->type[type];
  if (!shard_has(part, place(s, dtype, n))) return false;
  const int64_t total = s->until > 0 ? 0 : types * items_of_type(s) / (part->of > 1 ? part->of : 1);
  if (s->events->progress != NULL) s->events->progress(s->events->context, s->done, total, dtype);
  s->done++;
  return true;
}

static check_status try_probes(session *s, attest_dtype dtype, check_error *error) {
  const int64_t before = cases_of(s) + large_of(s);
  size_t count;
  const probe *probes = probe_list(&count);
  session_tally *t = &s->result->type[dtype];
  check_status status = CHECK_OK;
  for (size_t n = 0; status == CHECK_OK && n < count; n++) {
    probe_finding found;
    if (!take(s, dtype, before + (int64_t)n)) continue;
    status = probe_run(&s->run, &s->memory, &probes[n], dtype, &found, error);
    if (status != CHECK_OK || found.result == PROBE_SKIPPED) continue;
    t->probes++;
    t->probes_held += found.result == PROBE_HOLDS;
    if (found.result == PROBE_HOLDS) continue;
    take_probe(s, dtype, &probes[n], &found);
  }
  return status;
}

static check_status try_directions(session *s, attest_dtype dtype, check_error *error) {
  const int64_t before = cases_of(s) + large_of(s) + probes_of_type();
  session_tally *t = &s->result->type[dtype];
  check_status status = CHECK_OK;
  for (int n = 0; status == CHECK_OK && n < BIAS_TESTS; n++) {
    bias_test_finding found;
    if (!take(s, dtype, before + n) || (dtype != ATTEST_F16 && dtype != ATTEST_BF16)) continue;
    status = bias_test_run(&s->run, &s->memory, dtype, (int64_t)s->settings->seed, n, &found, error);
    if (status != CHECK_OK) break;
    t->directions += found.judged;
    t->alarms += found.alarm;
    s->result->failed = s->result->failed || found.alarm;
    if (found.alarm && s->events->direction != NULL) s->events->direction(s->events->context, dtype, &found);
  }
  return status;
}

/* Cases first .. first+count-1 of a type. */
static check_status try_cases(session *s, attest_dtype dtype, int64_t first, int64_t count, check_error *error) {
  check_status status = CHECK_OK;
  for (int64_t n = 0; status == CHECK_OK && n < count && !out_of_time(s); n++) {
    const recipe r = in_corners(s) ? suite_corner_recipe(dtype, n) : suite_recipe(&s->cases, dtype, first + n);
    if (take(s, dtype, first + n)) status = try_case(s, place(s, dtype, first + n), &r, error);
  }
  return status;
}

static check_status try_large(session *s, attest_dtype dtype, check_error *error) {
  check_status status = CHECK_OK;
  for (int64_t n = 0; status == CHECK_OK && n < large_of(s); n++) {
    const recipe r = suite_large_recipe(dtype, n);
    const int64_t item = cases_of(s) + n;
    if (take(s, dtype, item)) status = try_case(s, place(s, dtype, item), &r, error);
  }
  return status;
}

/* One round over the types: cases from first on; in the first round of a suite the rest too. */
static check_status try_types(session *s, int64_t first, int64_t count, bool rest, check_error *error) {
  check_status status = CHECK_OK;
  for (int n = 0; status == CHECK_OK && n < SESSION_TYPES; n++) {
    const attest_dtype dtype = (attest_dtype)n;
    bool takes = false;
    if (!s->settings->type[n]) continue;
    status = worker_describe(&s->run, dtype, &s->description, &takes, error);
    if (status != CHECK_OK || !takes) continue;
    status = try_cases(s, dtype, first, count, error);
    if (status == CHECK_OK && rest) status = try_large(s, dtype, error);
    if (status == CHECK_OK && rest) status = try_probes(s, dtype, error);
    if (status == CHECK_OK && rest) status = try_directions(s, dtype, error);
  }
  return status;
}

static check_status try_one(session *s, check_error *error) {
  recipe r;
  bool takes;
  check_status status = recipe_parse(s->settings->recipe, &r, error);
  if (status == CHECK_OK) status = worker_describe(&s->run, (attest_dtype)r.dtype, &s->description, &takes, error);
  if (status != CHECK_OK) return status;
  if (!takes) return check_fail(error, CHECK_BAD_INPUT, "%s: does not take %s", s->run.of->name, recipe_dtype_name((attest_dtype)r.dtype));
  return try_case(s, 0, &r, error);
}

static check_status try_all(session *s, check_error *error) {
  if (s->settings->recipe != NULL) return try_one(s, error);
  if (s->settings->minutes <= 0) return try_types(s, 0, cases_of(s), true, error);
  check_status status = CHECK_OK;
  s->until = clock_seconds() + 60 * s->settings->minutes;
  for (int64_t first = suite_systematic(&s->cases); status == CHECK_OK && !out_of_time(s); first += SESSION_QUICK)
    status = try_types(s, first, SESSION_QUICK, false, error);
  return status;
}

/* What nothing but a convention explains that no other case follows is most likely a fault: the first such case is told as if that convention were
   refused. */
static check_status tell_unproven(session *s, check_error *error) {
  candidate strict = *s->run.of;
  check_status status = CHECK_OK;
  strict.conventions.refused |= CONVENTION_BIT(CONVENTION_OF_ROWS) - 1;
  for (int n = 0; status == CHECK_OK && n < CONVENTION_OF_ROWS; n++) {
    const tally_convention *c = &s->result->conventions.of[n];
    const candidate *of = s->run.of;
    recipe r;
    verdict v;
    bool takes = false;
    if (c->unproven == 0) continue;
    status = recipe_parse(c->first_unproven, &r, error);
    if (status == CHECK_OK) status = worker_describe(&s->run, (attest_dtype)r.dtype, &s->description, &takes, error);
    s->run.of = &strict;
    if (status == CHECK_OK) status = verdict_of_case(&s->run, &s->memory, &r, &s->description, &v, error);
    if (status == CHECK_OK && verdict_fails(v.kind)) status = report_failure(s, &r, &v, error);
    s->run.of = of;
  }
  return status;
}

void session_add_up(session_result *result) {
  session_tally *total = &result->total;
  for (int n = 0; n < SESSION_TYPES; n++) {
    const session_tally *t = &result->type[n];
    total->passed += t->passed;
    total->failed += t->failed;
    total->conventional += t->conventional;
    total->skipped += t->skipped;
    total->mean_rows += t->mean_rows;
    if (t->worst[0] == '\0' || (total->worst[0] != '\0' && t->budget <= total->budget)) continue;
    total->budget = t->budget;
    (void)memcpy(total->worst, t->worst, sizeof t->worst);
  }
  result->failed = result->failed || total->failed > 0;
  tally_settle(&result->conventions);
  result->failed = result->failed || tally_faults(&result->conventions) > 0;
}

check_status session_run(const candidate *of, const session_settings *settings, const session_events *events, session_result *result,
                         check_error *error) {
  session s = {.settings = settings, .events = events, .result = result};
  *result = (session_result){.failed = false};
  s.run = (worker){.of = of, .memory = &s.memory, .seconds = settings->seconds};
  check_status status = arena_make(&s.memory, SESSION_MEMORY, error);
  if (status == CHECK_OK) status = suite_make(settings->seed, &s.cases, error);
  if (status == CHECK_OK) status = try_all(&s, error);
  session_add_up(result);
  if (status == CHECK_OK) status = tell_unproven(&s, error);
  worker_stop(&s.run);
  suite_free(&s.cases);
  arena_free(&s.memory);
  if (status == CHECK_OK && settings->part.of <= 1 && result->total.passed + result->total.conventional + result->total.failed == 0)
    return check_fail(error, CHECK_BAD_INPUT, "%s: no case could be judged, %lld are not supported", of->name,
                      (long long)result->total.skipped);
  return status;
}
