#include "tests/unit/support_check.h"

#include "check/judge/bound.h"

recipe recipe_of(const char *text) {
  recipe r;
  check_error error;
  if (recipe_parse(text, &r, &error) != CHECK_OK) fail_msg("%s", error.text);
  return r;
}

suite suite_of(const support *s, suite_kind kind, int64_t least, uint64_t seed) {
  suite made;
  check_error error;
  if (suite_make(s, kind, least, seed, &made, &error) != CHECK_OK) fail_msg("%s", error.text);
  return made;
}

candidate candidate_named(const char *name) {
  candidate c;
  check_error error;
  if (candidate_find(name, &c, &error) != CHECK_OK) fail_msg("%s", error.text);
  return c;
}

attest_status reference_answer(const attest_problem *p, const attest_answer *a) {
  candidate c;
  check_error error;
  return candidate_find("reference", &c, &error) == CHECK_OK ? worker_compute(&c.run.of, p, a) : ATTEST_FAILED;
}

attest_status answer_unsupported(const attest_problem *p, const attest_answer *a) {
  (void)p;
  (void)a;
  return ATTEST_UNSUPPORTED;
}

/* ---- trials */

enum { MEMORY = 1 << 30 };

void trial_begin(trial *t, candidate of) {
  check_error error;
  *t = (trial){.of = of};
  assert_int_equal(arena_make(&t->memory, MEMORY, &error), CHECK_OK);
  t->of.memory = &t->memory;
}

void trial_begin_function(trial *t, attest_candidate_function *compute) {
  trial_begin(t, candidate_of_function("test", compute, NULL));
}

void trial_end(trial *t) {
  candidate_end(&t->of);
  arena_free(&t->memory);
}

static judging_terms trial_terms(const trial *t, int64_t dtype) {
  return (judging_terms){t->arithmetic != NULL ? *t->arithmetic : bound_default((attest_dtype)dtype),
                         t->of.conventions};
}

typedef struct {
  const trial *of;
  verdict *found;
} verdicts;

check_status trial_judge(const trial *t, const answered *a, verdict *v, check_error *error) {
  const judging_terms terms = trial_terms(t, a->asked->made.dtype);
  return judging_verdict(&terms, a, v, error);
}

static check_status take_verdict(void *context, const answered *a, check_error *error) {
  const verdicts *to = context;
  return trial_judge(to->of, a, &to->found[a->number], error);
}

void trial_verdicts(trial *t, const recipe *cases, size_t count, verdict *found) {
  check_error error;
  verdicts to = {t, found};
  question *asked = calloc(count + 1, sizeof *asked);
  assert_non_null(asked);
  for (size_t n = 0; n < count; n++) asked[n] = (question){cases[n], true, t->weights};
  const check_status status = candidate_answer(&t->of, asked, count, take_verdict, &to, &error);
  free(asked);
  if (status != CHECK_OK) fail_msg("%s", error.text);
}

verdict trial_verdict(trial *t, const recipe *r) {
  verdict v = {.kind = VERDICT_SKIPPED};
  trial_verdicts(t, r, 1, &v);
  return v;
}

/* ---- sessions */

session_result session_of(candidate of, const session_settings *settings) {
  const session_events none = {.context = NULL};
  session_result result;
  check_error error;
  if (session_run(&of, settings, &none, &result, &error) != CHECK_OK) fail_msg("%s", error.text);
  return result;
}

session_settings quick_session(attest_dtype dtype) {
  session_settings settings = {.suite = SUITE_IS_QUICK, .seed = 1};
  for (int type = 0; type < FORMATS; type++) settings.type[type] = dtype == ATTEST_BOOL || (int)dtype == type;
  return settings;
}

const probe *probe_named(const char *name) {
  size_t count;
  const probe *probes = probe_list(&count);
  while (count > 0 && strcmp(probes[count - 1].name, name) != 0) count--;
  if (count == 0) fail_msg("no probe %s", name);
  return &probes[count - 1];
}
