#include "cli/by_command.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/judge/bound.h"
#include "check/cases/case.h"
#include "check/cases/clock.h"
#include "check/run/collect.h"
#include "check/run/command.h"
#include "check/run/shrink.h"
#include "check/cases/store.h"
#include "cli/progress.h"

#define SHRINKING 30.0 /* seconds for the smallest cases of all failures: each step runs the command once more */

/* One run of attest check. */
typedef struct {
  const by_command_settings *settings;
  arena memory;
  telling *t;
  session_result *result;
  bool answered; /* the command ended as it should, and may be run again */
  double until;  /* no more cases are tried then; 0: none was */
} session;

/* Cases as a directory of their own, with what the command answers them. */
static check_status answer(session *s, const recipe *cases, size_t count, const shard *part, store_progress *progress, double seconds,
                           temp_dir *directory, outcome *became, check_error *error) {
  check_status status = temp_dir_make_temporary(directory, error);
  if (status == CHECK_OK) status = store_cases(directory->path, cases, count, part, &s->memory, progress, error);
  progress_clear();
  if (status == CHECK_OK) status = command_run(directory, s->settings->command, seconds, became, error);
  return status;
}

/* What was answered to case n of a list. */
static check_status judge_answer(session *s, const temp_dir *directory, const recipe *cases, size_t n, diagnosis *seen, verdict *v,
                                 error_map *picture, check_error *error) {
  char name[STORE_NAME_MAX], path[CASE_PATH_MAX];
  attest_arithmetic arithmetic = bound_default((attest_dtype)cases[n].dtype);
  arithmetic_override(&s->t->assumed->said, &arithmetic);
  store_name(cases, n, name);
  const check_status status = case_join(path, directory->path, name, error);
  const collect_terms terms = {&arithmetic, &s->t->conventions->policy, seen};
  return status == CHECK_OK ? collect_verdict(path, &cases[n], &terms, &s->memory, v, picture, error) : status;
}

/* ---- the smallest case */

/* A run of the command for cases that are tried together. What it does not answer, or not in time, does not fail alike. */
static check_status judge_again(void *context, const recipe *cases, size_t count, verdict *found, check_error *error) {
  session *s = context;
  const double left = s->until - clock_seconds();
  temp_dir directory = {.path = ""};
  const shard all = {1, 1};
  outcome became = {.kind = OUTCOME_HUNG};
  error_map ignored;
  check_status status = CHECK_OK;
  for (size_t n = 0; n < count; n++) found[n] = (verdict){.kind = VERDICT_SKIPPED};
  if (left > 0) status = answer(s, cases, count, &all, NULL, left, &directory, &became, error);
  for (size_t n = 0; status == CHECK_OK && became.kind == OUTCOME_RETURNED && n < count; n++)
    status = judge_answer(s, &directory, cases, n, NULL, &found[n], &ignored, error);
  temp_dir_remove(&directory);
  return status;
}

/* Tells a case that fails, with the smallest that fails alike. */
static check_status tell_failing(session *s, size_t number, const recipe *r, const verdict *v, const error_map *picture,
                                 check_error *error) {
  const shrink_judge by = {s, judge_again, true};
  recipe small = *r;
  verdict its = *v;
  if (s->until == 0) s->until = clock_seconds() + SHRINKING;
  const check_status status = shrink_case(&by, &small, &its, error);
  const session_failure failure = {r, &small, v, &its, picture};
  if (status == CHECK_OK) telling_case(s->t, (int64_t)number, &failure);
  return status;
}

static check_status judge_answers(session *s, const temp_dir *directory, const selection *chosen, check_error *error) {
  check_status status = CHECK_OK;
  for (size_t n = 0; status == CHECK_OK && n < chosen->count; n++) {
    const recipe *r = &chosen->cases[n];
    const bool in_full = telling_has_room(s->t);
    char name[STORE_NAME_MAX];
    verdict v;
    error_map picture;
    if (!shard_has(&s->settings->part, (int64_t)n)) continue;
    store_name(chosen->cases, n, name);
    progress_show(n, chosen->count, name);
    status = judge_answer(s, directory, chosen->cases, n, in_full ? &s->result->seen : NULL, &v, &picture, error);
    if (status != CHECK_OK) break;
    session_count(s->result, r, &v);
    const error_map *const drawn = picture.rows > 0 ? &picture : NULL;
    if (in_full && s->answered && verdict_fails(v.kind)) status = tell_failing(s, n, r, &v, drawn, error);
    else telling_case(s->t, (int64_t)n, &(session_failure){.first = r, .verdict = &v, .grid = drawn});
  }
  progress_clear();
  telling_cases_end(s->t);
  return status;
}

/* A command that fails has failed, whatever it left. */
static void record_outcome(const outcome *o, telling *t, session_result *result) {
  verdict v;
  if (!verdict_of_outcome(o, &v)) return;
  telling_whole(t, &v);
  result->failed = true;
}

static check_status run_on(session *s, const selection *chosen, check_error *error) {
  const by_command_settings *settings = s->settings;
  temp_dir directory = {.path = ""};
  outcome became = {.kind = OUTCOME_HUNG};
  check_status status =
      answer(s, chosen->cases, chosen->count, &settings->part, progress_show, settings->seconds, &directory, &became, error);
  if (status == CHECK_OK) record_outcome(&became, s->t, s->result);
  s->answered = became.kind == OUTCOME_RETURNED;
  if (status == CHECK_OK) status = judge_answers(s, &directory, chosen, error);
  temp_dir_remove(&directory);
  return status;
}

check_status by_command(const by_command_settings *settings, telling *t, session_result *result, check_error *error) {
  suite from;
  session s = {.settings = settings, .t = t, .result = result};
  selection chosen = {.cases = NULL};
  *result = (session_result){.failed = false};
  t->reasons = json_object();
  check_status status = suite_make(settings->seed, &from, error);
  if (status != CHECK_OK) return status;
  status = selection_make(&settings->cases, &from, &chosen, error);
  if (status == CHECK_OK) status = arena_make(&s.memory, SESSION_MEMORY, error);
  if (status == CHECK_OK) status = run_on(&s, &chosen, error);
  arena_free(&s.memory);
  selection_free(&chosen);
  suite_free(&from);
  session_add_up(result);
  if (status == CHECK_OK && settings->part.of <= 1 && !result->failed && result->total.passed + result->total.conventional == 0)
    return check_fail(error, CHECK_BAD_INPUT, "%s: no case could be judged, %" PRId64 " are not supported", t->target,
                      result->total.skipped);
  return status;
}
