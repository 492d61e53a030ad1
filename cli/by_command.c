#include "cli/by_command.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/bound.h"
#include "check/case.h"
#include "check/collect.h"
#include "check/command.h"
#include "check/store.h"
#include "cli/progress.h"

char *by_command_quote(const char *command) {
  char *quoted = malloc(4 * strlen(command) + sizeof "--command ''"), *end = quoted;
  if (quoted == NULL) return NULL;
  end += sprintf(end, "--command '");
  for (; *command != '\0'; command++) {
    if (*command == '\'') end += sprintf(end, "'\\''");
    else *end++ = *command;
  }
  (void)memcpy(end, "'", 2);
  return quoted;
}

static check_status judge_answers(const char *directory, const selection *chosen, const shard *part, arena *memory, telling *t,
                                  session_result *result, check_error *error) {
  check_status status = CHECK_OK;
  for (size_t n = 0; status == CHECK_OK && n < chosen->count; n++) {
    const recipe *r = &chosen->cases[n];
    char name[STORE_NAME_MAX], path[CASE_PATH_MAX];
    verdict v;
    picture_grid picture;
    attest_arithmetic arithmetic = bound_default((attest_dtype)r->dtype);
    assumed_override(&t->assumed->said, &arithmetic);
    store_name(chosen->cases, n, name);
    if (!shard_has(part, (int64_t)n)) continue;
    progress_show(n, chosen->count, name);
    status = case_join(path, directory, name, error);
    const collect_terms terms = {&arithmetic, &t->conventions->policy, telling_has_room(t) ? &result->seen : NULL};
    if (status == CHECK_OK) status = collect_verdict(path, r, &terms, memory, &v, &picture, error);
    if (status != CHECK_OK) break;
    session_count(result, r, &v);
    telling_case(t, (int64_t)n, r, &v, picture.rows > 0 ? &picture : NULL);
  }
  progress_clear();
  telling_cases_end(t);
  return status;
}

/* A command that fails has failed, whatever it left. */
static void record_outcome(const outcome *o, telling *t, session_result *result) {
  verdict v;
  if (!verdict_of_outcome(o, &v)) return;
  telling_whole(t, &v);
  result->failed = true;
}

static check_status run_on(const selection *chosen, const by_command_settings *settings, arena *memory, telling *t, session_result *result,
                           check_error *error) {
  const char *temporary = getenv("TMPDIR");
  char prefix[CASE_PATH_MAX];
  scratch directory = {.path = ""};
  outcome became;
  check_status status = case_join(prefix, temporary != NULL && *temporary != '\0' ? temporary : "/tmp", "attest", error);
  if (status == CHECK_OK) status = scratch_make(prefix, &directory, error);
  if (status != CHECK_OK) return status;
  status = store_cases(directory.path, chosen->cases, chosen->count, &settings->part, memory, progress_show, error);
  progress_clear();
  if (status == CHECK_OK) status = command_run(&directory, settings->command, settings->seconds, &became, error);
  if (status == CHECK_OK) record_outcome(&became, t, result);
  if (status == CHECK_OK) status = judge_answers(directory.path, chosen, &settings->part, memory, t, result, error);
  scratch_remove(&directory);
  return status;
}

check_status by_command(const by_command_settings *settings, telling *t, session_result *result, check_error *error) {
  suite from;
  arena memory = {.base = NULL};
  selection chosen = {.cases = NULL};
  *result = (session_result){.failed = false};
  t->reasons = json_object();
  check_status status = suite_make(settings->seed, &from, error);
  if (status != CHECK_OK) return status;
  status = selection_make(&settings->cases, &from, &chosen, error);
  if (status == CHECK_OK) status = arena_make(&memory, SESSION_MEMORY, error);
  if (status == CHECK_OK) status = run_on(&chosen, settings, &memory, t, result, error);
  arena_free(&memory);
  selection_free(&chosen);
  suite_free(&from);
  session_add_up(result);
  if (status == CHECK_OK && settings->part.of <= 1 && !result->failed && result->total.passed + result->total.conventional == 0)
    return check_fail(error, CHECK_BAD_INPUT, "%s: no case could be judged, %" PRId64 " are not supported", t->target,
                      result->total.skipped);
  return status;
}
