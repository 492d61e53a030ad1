#define _POSIX_C_SOURCE 200809L /* NOLINT: reserved for this */
#include "check/run/command.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "check/cases/build.h"
#include "check/cases/case.h"
#include "check/cases/clock.h"
#include "check/cases/store.h"
#include "check/cases/temp_dir.h"

/* ---- the child */

static _Noreturn void become(const char *line, const char *directory) {
  static const int plain[] = {SIGINT, SIGTERM, SIGHUP, SIGXFSZ, SIGPIPE};
  (void)setpgid(0, 0);
  for (size_t n = 0; n < sizeof plain / sizeof plain[0]; n++) (void)signal(plain[n], SIG_DFL);
  const int nothing = open("/dev/null", O_RDONLY);
  if (nothing >= 0 && dup2(nothing, STDIN_FILENO) >= 0 && dup2(STDERR_FILENO, STDOUT_FILENO) >= 0)
    (void)execl("/bin/sh", "sh", "-c", line, "sh", directory, (char *)NULL);
  _exit(126);
}

static pid_t start(const char *command, const char *directory) {
  const size_t size = strlen(command) + sizeof " \"$1\"";
  char *line = malloc(size);
  if (line == NULL) return -1;
  (void)snprintf(line, size, "%s \"$1\"", command);
  (void)fflush(NULL); /* or the child would print what is still in our buffers */
  const pid_t process = fork();
  if (process == 0) become(line, directory);
  if (process > 0) (void)setpgid(process, process); /* here too: it may be ended before it has run */
  free(line);
  return process;
}

/* ---- the parent */

/* Waits for the end of a process; false if it is still there after so many seconds. */
static bool wait_for(pid_t process, double seconds, int *status) {
  const struct timespec moment = {.tv_nsec = 10000000};
  for (const double until = clock_seconds() + seconds; clock_seconds() < until;) {
    const pid_t ended = waitpid(process, status, WNOHANG);
    if (ended == process) return true;
    if (ended < 0 && errno != EINTR) return false;
    (void)nanosleep(&moment, NULL);
  }
  return false;
}

/* A shell ends with 128 + N when what it ran was ended by signal N. */
static int signal_of(int status) {
  if (WIFSIGNALED(status)) return WTERMSIG(status);
  const int code = WEXITSTATUS(status);
  return code > 128 && code <= 128 + SIGSYS ? code - 128 : 0;
}

static void explain(int status, outcome *result) {
  const int number = signal_of(status), code = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
  result->kind = number != 0 ? OUTCOME_CRASHED : code != 0 ? OUTCOME_EXITED : OUTCOME_RETURNED;
  if (number != 0) (void)snprintf(result->text, sizeof result->text, "%s", strsignal(number));
  else if (code != 0) (void)snprintf(result->text, sizeof result->text, "exit status %d", code);
}

/* Runs the command on a directory; *became says how it ended. */
static check_status run_once(const candidate *of, const temp_dir *directory, outcome *became, check_error *error) {
  int status = 0;
  *became = (outcome){.kind = OUTCOME_RETURNED};
  const pid_t process = start(of->command, directory->path);
  if (process < 0) return check_fail(error, CHECK_FAILURE, "cannot start a process for the command: %s", strerror(errno));
  temp_dir_ends_group(directory, process);
  const bool ended = wait_for(process, of->seconds, &status);
  (void)kill(-process, SIGKILL); /* also what it left running behind it */
  temp_dir_ends_group(directory, 0);
  if (ended) {
    explain(status, became);
    if (WIFEXITED(status) && (WEXITSTATUS(status) == 126 || WEXITSTATUS(status) == 127))
      return check_fail(error, CHECK_BAD_INPUT, "--command: the shell cannot run it: %s", of->command);
    return CHECK_OK;
  }
  while (waitpid(process, NULL, 0) < 0 && errno == EINTR) continue;
  became->kind = OUTCOME_HUNG;
  (void)snprintf(became->text, sizeof became->text, "not done within %g seconds", of->seconds);
  return CHECK_OK;
}

/* ---- what it left */

static outcome without_answer(outcome_kind kind, const char *text) {
  outcome o = {.kind = kind, .status = ATTEST_UNSUPPORTED};
  (void)snprintf(o.text, sizeof o.text, "%.199s", text);
  return o;
}

/* Errors begin with the path of a file in the directory, which is temporary: what follows is the same each time. */
static outcome malformed(const char *directory, const check_error *error) {
  const size_t length = strlen(directory);
  const bool begins = strncmp(error->text, directory, length) == 0 && error->text[length] == '/';
  return without_answer(OUTCOME_MALFORMED, begins ? error->text + length + 1 : error->text);
}

/* The sizes are those of case.json, which may have been written to. */
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

/* What became of a case: answered if the kind is OUTCOME_RETURNED with ATTEST_OK, and then its outputs are in c. */
static check_status read_answer(const char *directory, attention_case *c, outcome *became, check_error *error) {
  char reason[sizeof became->text];
  check_status status = case_open(directory, c, error);
  if (status == CHECK_OK) status = case_load_outputs(c, error);
  *became = (outcome){.kind = OUTCOME_RETURNED, .status = ATTEST_OK};
  if (status == CHECK_FAILURE) return status;
  if (status == CHECK_BAD_INPUT) *became = malformed(directory, error);
  else if (c->present[CASE_OUT]) return CHECK_OK;
  else if (case_skip_reason(directory, reason, sizeof reason)) *became = without_answer(OUTCOME_RETURNED, reason);
  else *became = without_answer(OUTCOME_UNWRITTEN, "there is no out.npy");
  return CHECK_OK;
}

/* ---- all questions */

/* Some of the questions, which one run is to answer. */
typedef struct {
  const candidate *of;
  const question *questions;
  recipe *made;   /* of those that are left */
  size_t *number; /* among the questions */
  size_t left;
  question_listener *listener;
  void *context;
} batch;

static check_status tell(const batch *b, size_t n, const attention_case *c, outcome became, check_error *error) {
  const question *q = &b->questions[b->number[n]];
  attest_problem problem;
  attest_answer asked, answer = {.out = {.data = NULL}};
  check_status status = build_case(&q->made, (build_wanted){false, false}, b->of->memory, &problem, &asked, error);
  const bool answered_it = c != NULL && became.kind == OUTCOME_RETURNED && became.status == ATTEST_OK;
  if (status == CHECK_OK && answered_it && !is_answer_to(c, &asked))
    became = without_answer(OUTCOME_MALFORMED, "case.json: no longer says what was asked");
  else if (answered_it) answer = case_answer(c);
  const answered a = {b->number[n], q, &problem, &answer, &became, NULL};
  return status == CHECK_OK ? b->listener(b->context, &a, error) : status;
}

/* Takes case n of the batch out of a directory. *missing: there is no answer and no reason. */
static check_status take(const batch *b, const temp_dir *directory, size_t n, const outcome *unless, bool *missing, check_error *error) {
  char name[STORE_NAME_MAX], path[CASE_PATH_MAX];
  attention_case c;
  outcome became;
  store_name(b->made, n, name);
  check_status status = case_join(path, directory->path, name, error);
  if (status != CHECK_OK) return status;
  status = read_answer(path, &c, &became, error);
  *missing = became.kind == OUTCOME_UNWRITTEN;
  if (status == CHECK_OK && !(*missing && unless != NULL)) status = tell(b, n, &c, became, error);
  case_free(&c);
  return status;
}

/* Tells what a run left. If the run failed, one case is told as failed, with the reason: the first one without an answer,
   or the last one if all are answered. The other cases without an answer stay in the batch. */
static check_status take_all(batch *b, const temp_dir *directory, const outcome *became, bool *any, check_error *error) {
  const outcome *failed = became->kind == OUTCOME_RETURNED ? NULL : became;
  check_status status = CHECK_OK;
  size_t kept = 0;
  for (size_t n = 0; status == CHECK_OK && n < b->left; n++) {
    bool missing = false;
    const bool blamed = failed != NULL && kept == 0 && *any && n + 1 == b->left;
    status = blamed ? tell(b, n, NULL, *failed, error) : take(b, directory, n, failed, &missing, error);
    *any = *any || !missing;
    if (failed == NULL || !missing) continue;
    b->made[kept] = b->made[n];
    b->number[kept++] = b->number[n];
  }
  b->left = kept;
  if (status != CHECK_OK || failed == NULL || !*any) return status;
  if (b->left > 0) status = tell(b, 0, NULL, *failed, error);
  for (size_t n = 1; n < b->left; n++) {
    b->made[n - 1] = b->made[n];
    b->number[n - 1] = b->number[n];
  }
  b->left -= b->left > 0;
  return status;
}

#define RUNS 5 /* of a command that keeps failing */

static check_status run_batch(batch *b, check_error *error) {
  static const shard all = {1, 1};
  check_status status = CHECK_OK;
  bool any = false;
  outcome became = {.kind = OUTCOME_RETURNED};
  const bool one = b->left == 1; /* then there is nothing else to blame */
  for (int run = 0; status == CHECK_OK && b->left > 0 && run < RUNS; run++) {
    temp_dir directory = {.path = ""};
    status = temp_dir_make_temporary(&directory, error);
    if (status == CHECK_OK) status = store_cases(directory.path, b->made, b->left, &all, b->of->memory, NULL, error);
    if (status == CHECK_OK) status = run_once(b->of, &directory, &became, error);
    if (status == CHECK_OK) status = take_all(b, &directory, &became, &any, error);
    temp_dir_remove(&directory);
    if (one) break;
    if (status == CHECK_OK && b->left > 0 && !any)
      status = check_fail(error, CHECK_BAD_INPUT, "--command: it failed before it had answered one of %zu cases: %s", b->left, became.text);
  }
  for (size_t n = 0; status == CHECK_OK && n < b->left; n++) status = tell(b, n, NULL, became, error);
  return status;
}

static check_status command_answer(const candidate *of, const question *questions, size_t count, question_listener *listener, void *context,
                                   check_error *error) {
  batch b = {of, questions, calloc(count + 1, sizeof *b.made), calloc(count + 1, sizeof *b.number), count, listener, context};
  const bool whole = b.made != NULL && b.number != NULL;
  for (size_t n = 0; whole && n < count; n++) {
    b.made[n] = questions[n].made;
    b.number[n] = n;
  }
  const check_status status = whole ? run_batch(&b, error) : check_fail(error, CHECK_FAILURE, "not enough memory for the cases");
  free(b.made);
  free(b.number);
  return status;
}

candidate candidate_of_command(const char *name, const char *command) {
  return (candidate){.name = name, .seconds = 600, .together = command_answer, .command = command};
}
