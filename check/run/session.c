#include "check/run/session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/cases/clock.h"
#include "check/cases/format.h"
#include "check/run/judging.h"

#define TRIES 4  /* most cases tried in one place: a refused one is replaced */
#define CHUNK 64 /* questions at once to a candidate that answers one by one; failures are reported in between */

/* The purpose of a question. */
typedef enum { ITEM_CASE, ITEM_PROBE, ITEM_BIAS } item_kind;

typedef struct {
  question asked;
  recipe dealt; /* the case first asked in this place */
  item_kind kind;
  int64_t number; /* number of a case in the run */
  int of;         /* number of the probe or bias test */
  size_t part;    /* number of the case in it */
  int tries;      /* cases refused in this place */
  bool heard;     /* it was answered */
} item;

typedef struct {
  const session_settings *settings;
  const session_events *events;
  session_result *result;
  candidate *of;
  ability able[FORMATS];
  item *items;
  size_t count, room;
  question *questions; /* of the items asked now */
  size_t *asked;       /* numbers of these items */
  size_t *again;       /* those with a refused and replaced case, */
  size_t again_count;  /* to ask in the next round */
  probe_sight (*probes)[FORMATS];
  bias_test_sight bias[BIAS_TESTS][FORMATS];
  failure_list failing;
  judged_case *cases;                                               /* all judged ones, for the X-ray */
  size_t cases_count, cases_room, failed[JUDGED_FOR_SHRINKING + 1]; /* by judged_for */
  double until;                                                     /* by clock_seconds; 0: no end */
  int64_t done;
} session;

static bool out_of_time(const session *s) { return s->until > 0 && clock_seconds() >= s->until; }

static check_status no_memory(check_error *error) {
  return check_fail(error, CHECK_FAILURE, "not enough memory for the session");
}

/* ---- counting */

void session_count(session_result *result, const recipe *r, const verdict *v) {
  session_tally *t = &result->type[r->dtype];
  char text[RECIPE_TEXT_MAX];
  recipe_print(r, text);
  t->mean_rows += v->mean_rows;
  t->vague += verdict_is_vague(v, (double)r->batch * (double)r->q_heads * (double)r->q_len);
  t->skipped += v->kind == VERDICT_SKIPPED;
  t->passed += v->kind == VERDICT_PASS;
  t->conventional += v->kind == VERDICT_CONVENTION;
  t->failed += verdict_fails(v->kind);
  tally_verdict(&result->conventions, text, v);
  if (v->kind == VERDICT_SKIPPED && result->skip[0] == '\0') (void)memcpy(result->skip, v->text, sizeof result->skip);
  if (v->kind == VERDICT_SKIPPED) return;
  coverage_count(&result->judged, r);
  if (t->worst[0] != '\0' && v->budget <= t->budget) return;
  t->budget = v->budget;
  (void)memcpy(t->worst, text, sizeof text);
}

int64_t session_judged(const session_tally *t) { return t->passed + t->conventional + t->failed; }

bool session_is_vague(const session_tally *t) { return 2 * t->vague > session_judged(t); }

void session_add_up(session_result *result) {
  session_tally *total = &result->total;
  for (int n = 0; n < FORMATS; n++) {
    const session_tally *t = &result->type[n];
    total->passed += t->passed;
    total->failed += t->failed;
    total->conventional += t->conventional;
    total->skipped += t->skipped;
    total->mean_rows += t->mean_rows;
    total->probes += t->probes;
    total->probes_held += t->probes_held;
    total->bias_tests += t->bias_tests;
    total->alarms += t->alarms;
    total->unasked += t->unasked;
    result->failed = result->failed || session_is_vague(t);
    if (t->worst[0] == '\0' || (total->worst[0] != '\0' && t->budget <= total->budget)) continue;
    total->budget = t->budget;
    (void)memcpy(total->worst, t->worst, sizeof t->worst);
  }
  result->failed = result->failed || total->failed + total->unasked > 0 || tally_faults(&result->conventions) > 0;
}

/* ---- answers */

/* Replaces a refused case by another; returns whether it did. */
static bool replace(session *s, size_t place) {
  item *i = &s->items[s->asked[place]];
  if (s->settings->recipe != NULL || s->settings->suite == SUITE_IS_CONVENTIONS || ++i->tries >= TRIES) return false;
  const recipe other = suite_random(&s->able[i->asked.made.dtype].can,
                                    s->settings->seed + (uint64_t)i->tries * UINT64_C(1000003), i->number);
  i->asked = question_of(&s->able[other.dtype].description, &other);
  i->heard = false;
  s->again[s->again_count++] = s->asked[place];
  return true;
}

/* Keeps a case for the X-ray. */
static bool keep_case(session *s, const recipe *r, const verdict *v, judged_for of) {
  if (v->kind == VERDICT_SKIPPED) return true;
  if (s->cases_count == s->cases_room) {
    const size_t room = 2 * s->cases_room + 256;
    judged_case *more = realloc(s->cases, room * sizeof *more);
    if (more == NULL) return false;
    s->cases = more;
    s->cases_room = room;
  }
  const bool has_answer = !verdict_fails(v->kind) || v->kind >= VERDICT_NOT_ASKED;
  s->failed[of] += verdict_fails(v->kind);
  s->cases[s->cases_count++] = (judged_case){*r, verdict_fails(v->kind), has_answer, of};
  return true;
}

static bool keep_shrunk(void *context, const recipe *r, const verdict *v) {
  return keep_case(context, r, v, JUDGED_FOR_SHRINKING);
}

static check_status hear_case(session *s, const answered *a, const verdict *v, check_error *error) {
  const item *i = &s->items[s->asked[a->number]];
  if (v->kind == VERDICT_SKIPPED && replace(s, a->number)) return CHECK_OK;
  session_count(s->result, &a->asked->made, v);
  if (s->events->judged != NULL) s->events->judged(s->events->context, i->number, &i->dealt, &a->asked->made, v);
  if (!verdict_fails(v->kind)) return CHECK_OK;
  if (s->events->failed != NULL) s->events->failed(s->events->context, &a->asked->made, v);
  return failure_note(&s->failing, a, v, error);
}

static check_status hear_probe(session *s, const item *i, const answered *a, const verdict *v, check_error *error) {
  size_t count;
  return probe_see(&probe_list(&count)[i->of], i->part, a, v, &s->probes[i->of][a->asked->made.dtype], error);
}

static check_status hear(void *context, const answered *a, check_error *error) {
  session *s = context;
  const item *i = &s->items[s->asked[a->number]];
  const attest_dtype dtype = (attest_dtype)a->asked->made.dtype;
  const judging_terms terms = judging_terms_of(s->of, &s->able[dtype].description);
  verdict v;
  const check_status status = judging_verdict(&terms, a, &v, error);
  if (status != CHECK_OK) return status;
  if (s->events->progress != NULL)
    s->events->progress(s->events->progress_context, s->done, s->until > 0 ? 0 : (int64_t)s->count, dtype);
  s->done += s->done < (int64_t)s->count;
  s->items[s->asked[a->number]].heard = true;
  if (!keep_case(s, &a->asked->made, &v, i->kind == ITEM_CASE ? JUDGED_FOR_SUITE : JUDGED_FOR_PROBE))
    return no_memory(error);
  if (i->kind == ITEM_CASE) return hear_case(s, a, &v, error);
  return i->kind == ITEM_PROBE ? hear_probe(s, i, a, &v, error)
                               : bias_test_see(i->of, a, &v, &s->bias[i->of][dtype], error);
}

/* ---- questions */

static bool add_item(session *s, item_kind kind, const recipe *r, int64_t number, int of, size_t part) {
  if (s->count == s->room) {
    const size_t room = 2 * s->room + 256;
    item *more = realloc(s->items, room * sizeof *more);
    if (more == NULL) return false;
    s->items = more;
    s->room = room;
  }
  s->items[s->count++] = (item){question_of(&s->able[r->dtype].description, r), *r, kind, number, of, part, 0, false};
  return true;
}

/* Asks the items of a list, and again those with a replaced case. Failures are reported in between. */
static check_status ask_items(session *s, const size_t *list, size_t count, check_error *error) {
  check_status status = CHECK_OK;
  (void)memmove(s->asked, list, count * sizeof *list);
  for (size_t left = count; status == CHECK_OK && left > 0; left = s->again_count) {
    for (size_t n = 0; n < left; n++) s->questions[n] = s->items[s->asked[n]].asked;
    s->again_count = 0;
    status = candidate_answer(s->of, s->questions, left, hear, s, error);
    if (status == CHECK_OK) status = failure_report(&s->failing, error);
    (void)memcpy(s->asked, s->again, s->again_count * sizeof *s->asked);
  }
  return status;
}

/* Asks all items: a command gets all at once, others get chunks. */
static check_status ask_all(session *s, check_error *error) {
  const size_t chunk = candidate_answers_together(s->of) ? s->count : CHUNK;
  size_t *order = calloc(s->count + 1, sizeof *order);
  s->questions = calloc(s->count + 1, sizeof *s->questions);
  s->asked = calloc(s->count + 1, sizeof *s->asked);
  s->again = calloc(s->count + 1, sizeof *s->again);
  const bool whole = order != NULL && s->questions != NULL && s->asked != NULL && s->again != NULL;
  check_status status = whole ? CHECK_OK : no_memory(error);
  for (size_t n = 0; whole && n < s->count; n++) order[n] = n;
  for (size_t n = 0; whole && status == CHECK_OK && n < s->count && !out_of_time(s); n += chunk)
    status = ask_items(s, order + n, n + chunk < s->count ? chunk : s->count - n, error);
  for (size_t n = 0; candidate_is_given_up(s->of) && n < s->count; n++)
    s->result->type[s->items[n].asked.made.dtype].unasked += !s->items[n].heard;
  free(order);
  free(s->questions);
  free(s->asked);
  free(s->again);
  return status;
}

/* ---- the run: cases, probes and bias tests are numbered, and dealt out to shares */

static bool takes_place(const session *s, int64_t number) { return shard_has(&s->settings->part, number); }

static check_status add_probes(session *s, int type, int64_t *number, check_error *error) {
  size_t count;
  const probe *probes = probe_list(&count);
  for (size_t p = 0; p < count; p++) {
    recipe cases[2];
    const size_t parts = probe_cases(&probes[p], &s->able[type].can, s->settings->required, cases);
    const bool here = takes_place(s, (*number)++);
    if (!here && parts > 0) s->result->untried &= ~PROMISE_BIT(probes[p].promise); /* by another share */
    for (size_t n = 0; here && n < parts; n++)
      if (!add_item(s, ITEM_PROBE, &cases[n], 0, (int)p, n)) return no_memory(error);
  }
  return CHECK_OK;
}

static check_status add_bias_tests(session *s, int type, int64_t *number, check_error *error) {
  for (int test = 0; test < BIAS_TESTS; test++) {
    recipe cases[BIAS_TEST_CASES];
    const size_t parts = bias_test_cases(test, &s->able[type].can, s->settings->seed, cases);
    if (!takes_place(s, (*number)++)) continue;
    for (size_t n = 0; n < parts; n++)
      if (!add_item(s, ITEM_BIAS, &cases[n], 0, test, n)) return no_memory(error);
  }
  return CHECK_OK;
}

static check_status add_type(session *s, int type, int64_t *number, check_error *error) {
  suite made;
  const suite_kind kind = s->settings->suite;
  check_status status = suite_make(&s->able[type].can, kind, suite_least(kind), s->settings->seed, &made, error);
  for (size_t n = 0; status == CHECK_OK && n < made.count; n++, (*number)++) {
    s->result->suite += suite_digest(*number, &made.cases[n]);
    if (takes_place(s, *number) && !add_item(s, ITEM_CASE, &made.cases[n], *number, 0, 0)) status = no_memory(error);
  }
  suite_free(&made);
  if (status == CHECK_OK) status = add_probes(s, type, number, error);
  return status == CHECK_OK ? add_bias_tests(s, type, number, error) : status;
}

static check_status run_suite(session *s, check_error *error) {
  s->result->untried = s->settings->required;
  check_status status = CHECK_OK;
  int64_t number = 0;
  for (int type = 0; status == CHECK_OK && type < FORMATS; type++)
    if (s->able[type].can.takes) status = add_type(s, type, &number, error);
  return status == CHECK_OK ? ask_all(s, error) : status;
}

/* Tries random cases until the time is over. */
static check_status run_minutes(session *s, check_error *error) {
  check_status status = CHECK_OK;
  s->until = clock_seconds() + 60 * s->settings->minutes;
  for (int64_t first = 0; status == CHECK_OK && !out_of_time(s) && !candidate_is_given_up(s->of);
       first += SUITE_QUICK) {
    s->count = 0;
    for (int type = 0; type < FORMATS; type++)
      for (int64_t n = first; s->able[type].can.takes && n < first + SUITE_QUICK; n++) {
        const recipe r = suite_random(&s->able[type].can, s->settings->seed, n);
        if (!add_item(s, ITEM_CASE, &r, n, 0, 0)) return no_memory(error);
      }
    if (s->count == 0) break;
    status = ask_all(s, error);
  }
  return status;
}

static check_status run_one(session *s, check_error *error) {
  recipe r;
  check_status status = recipe_parse(s->settings->recipe, &r, error);
  if (status != CHECK_OK) return status;
  ability *of = &s->able[r.dtype];
  status = ask_description(s->of, (attest_dtype)r.dtype, &of->description, error);
  if (status != CHECK_OK) return status;
  s->of->hangs = 0;
  if (!of->description.takes)
    return check_fail(error, CHECK_BAD_INPUT, "%s: does not support %s", s->of->name, format_names[r.dtype]);
  return add_item(s, ITEM_CASE, &r, 0, 0, 0) ? ask_all(s, error) : no_memory(error);
}

/* ---- results of probes and bias tests */

static void conclude_probes(session *s, int type) {
  size_t count;
  const probe *probes = probe_list(&count);
  session_tally *t = &s->result->type[type];
  for (size_t p = 0; p < count; p++) {
    probe_sight *sight = &s->probes[p][type];
    if (!sight->asked || sight->found.result == PROBE_SKIPPED || !probe_is_whole(&probes[p], sight)) continue;
    s->result->untried &= ~PROMISE_BIT(probes[p].promise);
    probe_require(&probes[p], s->settings->required, &sight->found);
    t->probes++;
    t->probes_held += sight->found.result == PROBE_HOLDS;
    s->result->failed = s->result->failed || sight->found.result == PROBE_FAILS;
    if (sight->found.result != PROBE_HOLDS && s->events->probe != NULL)
      s->events->probe(s->events->context, (attest_dtype)type, &probes[p], &sight->found);
  }
}

static void conclude_bias_tests(session *s, int type) {
  session_tally *t = &s->result->type[type];
  for (int test = 0; test < BIAS_TESTS; test++) {
    const bias_test_finding found = bias_test_conclude(test, &s->bias[test][type]);
    const bool fails = found.alarm || found.failure[0] != '\0';
    t->bias_tests += found.judged || fails;
    t->alarms += fails;
    s->result->failed = s->result->failed || fails;
    if (fails && s->events->bias != NULL) s->events->bias(s->events->context, (attest_dtype)type, &found);
  }
}

static void conclude(session *s) {
  size_t probes;
  (void)probe_list(&probes);
  for (int type = 0; type < FORMATS; type++) {
    s->result->can[type] = s->able[type].can;
    s->result->arithmetic[type] = judging_terms_of(s->of, &s->able[type].description).arithmetic;
    conclude_probes(s, type);
    conclude_bias_tests(s, type);
    s->result->without_lse =
        s->result->without_lse || (s->able[type].can.takes && !s->able[type].description.says.gives_lse);
    for (size_t p = 0; p < probes; p++) probe_free(&s->probes[p][type]);
    for (int test = 0; test < BIAS_TESTS; test++) bias_test_free(&s->bias[test][type]);
  }
  session_add_up(s->result);
}

static check_status run_all(session *s, check_error *error) {
  if (s->settings->recipe != NULL) return run_one(s, error);
  const check_status status = ask_candidate(s->of, s->settings->type, s->able, error);
  s->of->hangs = 0;
  if (status != CHECK_OK) return status;
  return s->settings->minutes > 0 ? run_minutes(s, error) : run_suite(s, error);
}

/* The X-ray of the failing cases of the suite; if there are none, of failing probes and bias tests. */
static check_status find_out(session *s, check_error *error) {
  if (s->failed[JUDGED_FOR_SUITE] + s->failed[JUDGED_FOR_PROBE] == 0 || !(s->settings->xray > 0) ||
      candidate_is_given_up(s->of))
    return CHECK_OK;
  size_t count = 0;
  for (size_t n = 0; n < s->cases_count; n++)
    if (s->failed[JUDGED_FOR_SUITE] == 0 || s->cases[n].of != JUDGED_FOR_PROBE) s->cases[count++] = s->cases[n];
  return xray_make(s->of, s->able, s->cases, count, s->settings->xray, true, &s->result->found, &s->result->second,
                   error);
}

check_status session_run(candidate *of, const session_settings *settings, const session_events *events,
                         session_result *result, check_error *error) {
  arena memory;
  size_t probes;
  (void)probe_list(&probes);
  session s = {.settings = settings, .events = events, .result = result, .of = of};
  s.failing = (failure_list){.of = of,
                             .able = s.able,
                             .seen = &result->seen,
                             .listener = events->reported,
                             .context = events->context,
                             .witness = keep_shrunk,
                             .witness_context = &s};
  *result = (session_result){.failed = false};
  check_status status = arena_make(&memory, SESSION_MEMORY, error);
  if (status != CHECK_OK) return status;
  /* cppcheck-suppress autoVariables ; until candidate_end below */
  of->memory = &memory;
  s.probes = calloc(probes, sizeof *s.probes);
  status = s.probes != NULL ? run_all(&s, error) : no_memory(error);
  if (status == CHECK_OK) status = find_out(&s, error);
  if (s.probes != NULL) conclude(&s);
  candidate_end(of);
  arena_free(&memory);
  free(s.items);
  free(s.cases);
  free(s.probes);
  if (status == CHECK_OK && settings->part.of <= 1 &&
      result->total.passed + result->total.conventional + result->total.failed == 0)
    return check_fail(error, CHECK_BAD_INPUT, "%s: no case could be judged: %s", of->name,
                      result->skip[0] != '\0' ? result->skip : "it supports none of the tried types and sizes");
  return status;
}
