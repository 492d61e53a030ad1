#define _POSIX_C_SOURCE 200809L /* NOLINT: reserved for this; mkdir */
#include "check/run/command.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "check/cases/build.h"
#include "check/cases/case.h"
#include "check/cases/clock.h"
#include "check/cases/format.h"
#include "check/cases/store.h"
#include "check/run/process.h"

/* ---- one run: the command answers one directory; *became says how it ended */

/* Starts the command on a directory and waits for its end. */
static check_status run_once(const candidate *of, const temp_dir *directory, outcome *became, check_error *error) {
  shell s;
  const check_status status = shell_start(&s, of->command, directory->path,
                                          of->run.confined != CONFINED_NOT ? directory->path : NULL, false, error);
  if (status != CHECK_OK) return status;
  temp_dir_ends_group(directory, s.process);
  const int code = shell_wait(&s, of->seconds, became);
  temp_dir_ends_group(directory, 0);
  if (code != 126 && code != 127) return CHECK_OK;
  return check_fail(error, CHECK_BAD_INPUT, "--command: the shell cannot run this command: %s", of->command);
}

/* Asks a command that serves. After a failure it is asked nothing more, because it lost its prepared cases. */
static bool ask_server(command_server *s, double seconds, const char *line, char *reply, size_t size, outcome *became) {
  if (s->failed.kind == OUTCOME_RETURNED && !shell_ask(&s->of, line, seconds, reply, size, &s->failed))
    temp_dir_ends_group(&s->directory, 0);
  *became = s->failed;
  return became->kind == OUTCOME_RETURNED;
}

bool command_ask(const candidate *c, const char *line, double *seconds, outcome *became) {
  char reply[sizeof became->text - 40];
  const process_watch watch = process_watch_begin(c->server->of.process);
  const bool replied = ask_server(c->server, c->seconds, line, reply, sizeof reply, became);
  *seconds = process_watch_end(&watch);
  if (!replied) return false;
  if (strcmp(reply, "done") == 0) return true;
  became->kind = OUTCOME_MALFORMED;
  (void)snprintf(became->text, sizeof became->text, "expected the reply 'done', found: %s", reply);
  return false;
}

/* Sends a directory to a command that serves. */
static check_status send_directory(const candidate *of, const char *directory, outcome *became, check_error *error) {
  char line[CASE_PATH_MAX + 16];
  double seconds;
  command_server *const s = of->server;
  if (s->of.process == 0 && s->failed.kind == OUTCOME_RETURNED) {
    const check_status status = shell_start(&s->of, of->command, NULL,
                                            of->run.confined != CONFINED_NOT ? s->directory.path : NULL, true, error);
    if (status != CHECK_OK) return status;
    temp_dir_ends_group(&s->directory, s->of.process);
  }
  (void)snprintf(line, sizeof line, "answer %s", directory);
  (void)command_ask(of, line, &seconds, became);
  return CHECK_OK;
}

void command_server_end(command_server *s) {
  shell_end(&s->of);
  temp_dir_remove(&s->directory);
}

/* ---- the answers in a directory */

static outcome without_answer(outcome_kind kind, const char *text) {
  outcome o = {.kind = kind, .status = ATTEST_UNSUPPORTED};
  (void)snprintf(o.text, sizeof o.text, "%.199s", text);
  return o;
}

/* Removes the path of the temporary directory from the error, so that the message is the same in every run. */
static outcome malformed(const char *directory, const check_error *error) {
  const size_t length = strlen(directory);
  const bool begins = strncmp(error->text, directory, length) == 0 && error->text[length] == '/';
  return without_answer(OUTCOME_MALFORMED, begins ? error->text + length + 1 : error->text);
}

/* Compares with the question: the command may have written to case.json. */
static bool is_answer_to(const attention_case *c, const attest_answer *asked) {
  const struct {
    case_tensor tensor;
    const int64_t *size;
  } outputs[] = {{CASE_OUT, asked->out.size}, {CASE_LSE, asked->lse.size}, {CASE_WEIGHTS, asked->weights.size}};
  for (size_t n = 0; n < sizeof outputs / sizeof outputs[0]; n++)
    if (c->present[outputs[n].tensor] &&
        memcmp(c->tensor[outputs[n].tensor].size, outputs[n].size, sizeof c->tensor[outputs[n].tensor].size) != 0)
      return false;
  return true;
}

/* Whether each output has at least the precision of the inputs. Bounds follow the stored type: a narrower one would
   widen them. */
static bool is_precise_enough(const attention_case *c, attest_dtype dtype) {
  static const case_tensor outputs[] = {CASE_OUT, CASE_LSE, CASE_WEIGHTS};
  for (size_t n = 0; n < sizeof outputs / sizeof outputs[0]; n++)
    if (c->present[outputs[n]] &&
        format_of(c->tensor[outputs[n]].dtype)->significand_bits < format_of(dtype)->significand_bits)
      return false;
  return true;
}

/* What became of a case whose outputs are in c: malformed where they do not answer the question. */
static outcome compare_with_question(const attention_case *c, const attest_problem *p, const attest_answer *asked) {
  if (!is_answer_to(c, asked))
    return without_answer(OUTCOME_MALFORMED, "case.json: expected the case that was written, found another");
  if (!is_precise_enough(c, p->q.dtype))
    return without_answer(OUTCOME_MALFORMED, "an output has a type of less precision than the inputs");
  return (outcome){.kind = OUTCOME_RETURNED, .status = ATTEST_OK};
}

/* Reads the outputs of a case into c. became: OUTCOME_RETURNED with ATTEST_OK if it has an answer. */
static check_status read_answer(const char *directory, attention_case *c, outcome *became, check_error *error) {
  char reason[sizeof became->text];
  check_status status = case_open(directory, c, error);
  if (status == CHECK_OK) status = case_load_outputs(c, error);
  *became = (outcome){.kind = OUTCOME_RETURNED, .status = ATTEST_OK};
  if (status == CHECK_FAILURE) return status;
  if (status == CHECK_BAD_INPUT) *became = malformed(directory, error);
  else if (c->present[CASE_OUT]) return CHECK_OK;
  else if (case_skip_reason(directory, reason, sizeof reason)) *became = without_answer(OUTCOME_RETURNED, reason);
  else *became = without_answer(OUTCOME_UNWRITTEN, "no out.npy was written");
  return CHECK_OK;
}

/* ---- all questions */

/* Some of the questions, for one run. */
typedef struct {
  candidate *of;
  const question *questions;
  recipe *made;   /* recipes of the questions left */
  size_t *number; /* their numbers among all questions */
  size_t left;
  question_listener *listener;
  void *context;
} batch;

/* Reports question n. c: the case with its outputs; NULL if they do not count. */
static check_status report(const batch *b, size_t n, const attention_case *c, outcome became, check_error *error) {
  const question *q = &b->questions[b->number[n]];
  attest_problem problem;
  attest_answer asked, answer = {.out = {.data = NULL}};
  check_status status = build_case(&q->made, (build_wanted){false, false}, b->of->memory, &problem, &asked, error);
  if (status != CHECK_OK) return status;
  if (c != NULL && became.kind == OUTCOME_RETURNED && became.status == ATTEST_OK) {
    became = compare_with_question(c, &problem, &asked);
    if (became.kind == OUTCOME_RETURNED) answer = case_answer(c);
  }
  const answered a = {b->number[n], q, &problem, &answer, &became, NULL, c != NULL ? c->path : NULL};
  return b->listener(b->context, &a, error);
}

/* Reads the answer to case n from a directory and reports it. *missing: there is neither an answer nor a reason. */
static check_status take(const batch *b, const char *directory, size_t n, const outcome *unless, bool *missing,
                         check_error *error) {
  char name[STORE_NAME_MAX], path[CASE_PATH_MAX];
  attention_case c;
  outcome became;
  store_name(b->made, n, name);
  check_status status = case_join(path, directory, name, error);
  if (status != CHECK_OK) return status;
  status = read_answer(path, &c, &became, error);
  *missing = became.kind == OUTCOME_UNWRITTEN;
  if (status == CHECK_OK && !(*missing && unless != NULL)) status = report(b, n, &c, became, error);
  case_free(&c);
  return status;
}

/* Reports the answers of a run. If the run failed, blames one case with the reason: the first one without an answer, or
   the last one if all are answered. The other cases without an answer stay in the batch. */
static check_status take_all(batch *b, const char *directory, const outcome *became, bool *any, check_error *error) {
  const outcome *failed = became->kind == OUTCOME_RETURNED ? NULL : became;
  check_status status = CHECK_OK;
  size_t kept = 0;
  for (size_t n = 0; status == CHECK_OK && n < b->left; n++) {
    bool missing = false;
    const bool last = n + 1 == b->left, blamed = failed != NULL && last && kept == 0 && (*any || n == 0);
    status = blamed ? report(b, n, NULL, *failed, error) : take(b, directory, n, failed, &missing, error);
    *any = *any || !missing;
    if (failed == NULL || !missing) continue;
    b->made[kept] = b->made[n];
    b->number[kept++] = b->number[n];
  }
  b->left = kept;
  if (status != CHECK_OK || failed == NULL || !*any) return status;
  if (b->left > 0) status = report(b, 0, NULL, *failed, error);
  for (size_t n = 1; n < b->left; n++) {
    b->made[n - 1] = b->made[n];
    b->number[n - 1] = b->number[n];
  }
  b->left -= b->left > 0;
  return status;
}

/* Runs the batch in a new directory, removed after the run. */
static check_status run_apart(batch *b, outcome *became, bool *any, check_error *error) {
  static const shard all = {1, 1};
  temp_dir directory = {.path = ""};
  check_status status = temp_dir_make_temporary(&directory, error);
  if (status == CHECK_OK) status = store_cases(directory.path, b->made, b->left, &all, b->of->memory, NULL, error);
  if (status == CHECK_OK) status = run_once(b->of, &directory, became, error);
  if (status == CHECK_OK) status = take_all(b, directory.path, became, any, error);
  temp_dir_remove(&directory);
  return status;
}

/* Runs the batch in a sub-directory of a command that serves. It stays as long as the command, which may read a file
   late. */
static check_status run_served(batch *b, outcome *became, bool *any, check_error *error) {
  static const shard all = {1, 1};
  command_server *const s = b->of->server;
  char path[CASE_PATH_MAX], name[32];
  check_status status = s->directory.path[0] != '\0' ? CHECK_OK : temp_dir_make_temporary(&s->directory, error);
  (void)snprintf(name, sizeof name, "%zu", s->batches++);
  if (status == CHECK_OK) status = case_join(path, s->directory.path, name, error);
  if (status == CHECK_OK && mkdir(path, 0700) != 0) {
    *became = (outcome){.kind = OUTCOME_MALFORMED, .text = "it created a directory that only the checker may create"};
    return errno == EEXIST ? CHECK_OK
                           : check_fail(error, CHECK_FAILURE, "%s: cannot create: %s", path, strerror(errno));
  }
  if (status == CHECK_OK) status = store_cases(path, b->made, b->left, &all, b->of->memory, NULL, error);
  if (status == CHECK_OK) status = send_directory(b->of, path, became, error);
  return status == CHECK_OK ? take_all(b, path, became, any, error) : status;
}

#define RUNS 5 /* most runs of a command that keeps failing */

static check_status run_batch(batch *b, check_error *error) {
  check_status status = CHECK_OK;
  bool any = false;
  outcome became = {.kind = OUTCOME_RETURNED};
  const bool one = b->left == 1; /* then no other case can be to blame */
  for (int run = 0; status == CHECK_OK && b->left > 0 && run < RUNS; run++) {
    status = (b->of->server != NULL ? run_served : run_apart)(b, &became, &any, error);
    b->of->hangs += became.kind == OUTCOME_HUNG;
    if (one || candidate_is_given_up(b->of)) break;
    if (status == CHECK_OK && b->left > 0 && !any)
      status = check_fail(error, CHECK_BAD_INPUT,
                          "--command: the command failed before it answered any of the cases (%zu): %s", b->left,
                          became.text);
  }
  /* of those that are left when it is given up, the first hung, and the others were not asked */
  const size_t heard = b->left > 1 && candidate_is_given_up(b->of) ? 1 : b->left;
  for (size_t n = 0; status == CHECK_OK && n < heard; n++) status = report(b, n, NULL, became, error);
  return status;
}

static check_status command_answer(candidate *of, const question *questions, size_t count, question_listener *listener,
                                   void *context, check_error *error) {
  batch b = {of,       questions, calloc(count + 1, sizeof *b.made), calloc(count + 1, sizeof *b.number), count,
             listener, context};
  const bool whole = b.made != NULL && b.number != NULL;
  for (size_t n = 0; whole && n < count; n++) {
    b.made[n] = questions[n].made;
    b.number[n] = n;
  }
  const check_status status =
      whole ? run_batch(&b, error) : check_fail(error, CHECK_FAILURE, "not enough memory for the cases");
  free(b.made);
  free(b.number);
  return status;
}

candidate candidate_of_command(const char *name, const char *command) {
  return (candidate){.name = name, .seconds = 600, .together = command_answer, .command = command};
}

candidate candidate_of_server(const char *name, const char *command, command_server *server) {
  candidate c = candidate_of_command(name, command);
  c.server = server;
  return c;
}
