#define _GNU_SOURCE /* NOLINT: reserved for this */
#include "check/run/worker.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "check/cases/clock.h"
#include "check/run/process.h"
#include "check/run/serving.h"

/* ---- start and end */

static bool executes; /* this program, started as WORKER_COMMAND, serves */

void worker_may_execute(void) { executes = true; }

static check_status no_process(check_error *error) {
  return check_fail(error, CHECK_FAILURE, "cannot start a process for the candidate: %s", strerror(errno));
}

/* Ends the process. Returns its wait status. */
static int end(worker *w) {
  if (w->process == 0) return 0;
  const int status = process_end(w->process, false);
  (void)close(w->socket);
  w->process = 0;
  return status;
}

void worker_stop(worker *w) { (void)end(w); }

/* Runs in the child. A new program knows nothing of the judge's memory, nor of its threads; where there is none, the
   copy of this process serves. */
static _Noreturn void become(const worker *w, int line) {
  char number[24], confined[24];
  (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
  (void)dup2(STDERR_FILENO, STDOUT_FILENO); /* a candidate's output must not mix with ours */
  const int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
  (void)dup2(nothing, STDIN_FILENO); /* nor may it read what the user gives to others */
  (void)snprintf(number, sizeof number, "%d", line);
  (void)snprintf(confined, sizeof confined, "%d", (int)w->confined);
  if (w->apart) (void)close_range(STDERR_FILENO + 1, UINT_MAX, CLOSE_RANGE_CLOEXEC); /* what our caller left open */
  if (w->apart && fcntl(line, F_SETFD, 0) == 0)
    (void)execl("/proc/self/exe", "attest", WORKER_COMMAND, w->target, number, confined, (char *)NULL);
  serving_run(&w->of, w->apart ? "cannot start this program again to run the candidate" : NULL, line);
}

/* Starts the process, unless it runs. memory: of the calls to come, or NULL; without a file, only a fork shares it. */
static check_status start(worker *w, const arena *memory, check_error *error) {
  int ends[2];
  const bool shared = memory == NULL || memory->file >= 0;
  if (executes && w->confined != CONFINED_NOT && !shared)
    return check_fail(error, CHECK_FAILURE,
                      "cannot confine the candidate: there is no file of memory that it could share with this process "
                      "(ulimit -f, ulimit -n); --trusted needs none");
  if (w->apart && !shared) worker_stop(w);
  if (w->process != 0) return CHECK_OK;
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return no_process(error);
  w->apart = executes && w->target != NULL && shared;
  w->joined = 0;
  w->process = process_start();
  if (w->process == 0) {
    (void)close(ends[0]);
    become(w, ends[1]);
  }
  (void)close(ends[1]);
  w->socket = ends[0];
  if (w->process > 0) return CHECK_OK;
  w->process = 0;
  (void)close(w->socket);
  return no_process(error);
}

/* ---- a request and its reply */

/* After a call on the socket failed. If the other process has ended, that is what became of the candidate; else the
   system failed. */
static check_status socket_failed(outcome_kind *became, check_error *error) {
  *became = OUTCOME_EXITED;
  if (errno == EPIPE || errno == ECONNRESET) return CHECK_OK;
  return check_fail(error, CHECK_FAILURE, "cannot send a case to the process of the candidate: %s", strerror(errno));
}

/* Sends a request; with the file of its arena, if the other program has not joined it yet. *became: OUTCOME_RETURNED,
   or OUTCOME_EXITED if there is nobody to send it to. */
static check_status send_request(worker *w, const worker_request *q, outcome_kind *became, check_error *error) {
  union {
    struct cmsghdr head; /* for its alignment */
    char bytes[CMSG_SPACE(sizeof q->memory.file)];
  } beside = {.bytes = ""};
  struct iovec part = {.iov_base = (void *)q, .iov_len = sizeof *q};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
  if (w->apart && q->memory.number != 0 && q->memory.number != w->joined) {
    beside.head = (struct cmsghdr){
        .cmsg_len = CMSG_LEN(sizeof q->memory.file), .cmsg_level = SOL_SOCKET, .cmsg_type = SCM_RIGHTS};
    (void)memcpy(CMSG_DATA(&beside.head), &q->memory.file, sizeof q->memory.file);
    message.msg_control = &beside;
    message.msg_controllen = sizeof beside.bytes;
  }
  *became = OUTCOME_RETURNED;
  const ssize_t sent = sendmsg(w->socket, &message, MSG_NOSIGNAL);
  if (sent < 0) return socket_failed(became, error);
  if (sent != (ssize_t)sizeof *q) *became = OUTCOME_EXITED;
  if (q->memory.number != 0) w->joined = q->memory.number;
  return CHECK_OK;
}

/* Receives a whole reply before a moment. */
static check_status receive(const worker *w, double until, worker_reply *r, outcome_kind *became, check_error *error) {
  *became = OUTCOME_RETURNED;
  for (size_t done = 0; done < sizeof *r;) {
    struct pollfd ready = {.fd = w->socket, .events = POLLIN};
    const double left = until - clock_seconds();
    const int polled = left > 0 ? poll(&ready, 1, (int)(1e3 * fmin(left, 1e6)) + 1) : 0;
    if (polled < 0 && errno == EINTR) continue;
    if (polled < 0) return socket_failed(became, error);
    const ssize_t got = polled > 0 ? recv(w->socket, (char *)r + done, sizeof *r - done, MSG_DONTWAIT) : 0;
    if (got < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (got < 0) return socket_failed(became, error);
    if (got == 0) *became = polled == 0 ? OUTCOME_HUNG : OUTCOME_EXITED;
    if (got == 0) break;
    done += (size_t)got;
  }
  return CHECK_OK;
}

/* Whether there is a reply to no request, or more than one to a request. */
static bool has_spoken(const worker *w) {
  char byte;
  return recv(w->socket, &byte, 1, MSG_DONTWAIT | MSG_PEEK) > 0;
}

/* Whether the bytes of a bool are those of one. */
static bool is_bool(const bool *x) {
  unsigned char byte;
  (void)memcpy(&byte, x, sizeof byte);
  return byte <= 1;
}

/* Whether a reply can be one: a candidate may have written it. */
static bool is_reply(const worker_reply *r) {
  return memchr(r->name, '\0', sizeof r->name) != NULL && memchr(r->conventions, '\0', sizeof r->conventions) != NULL &&
         memchr(r->refusal, '\0', sizeof r->refusal) != NULL && r->signal >= 0 && r->signal < NSIG &&
         is_bool(&r->spoken) && is_bool(&r->description.gives_lse) && is_bool(&r->description.gives_weights);
}

/* Sends a request and waits for the reply: *became is OUTCOME_RETURNED if it came. CHECK_FAILURE: the system failed. */
static check_status exchange(worker *w, double seconds, const worker_request *q, worker_reply *r, outcome_kind *became,
                             check_error *error) {
  *became = OUTCOME_MALFORMED;
  if (has_spoken(w)) return CHECK_OK;
  check_status status = send_request(w, q, became, error);
  if (status != CHECK_OK || *became != OUTCOME_RETURNED) return status;
  status = receive(w, clock_seconds() + seconds, r, became, error);
  if (status == CHECK_OK && *became == OUTCOME_RETURNED && (!is_reply(r) || has_spoken(w))) *became = OUTCOME_MALFORMED;
  return status;
}

check_status worker_describe(worker *w, const char *name, double seconds, attest_dtype dtype, candidate_description *d,
                             check_error *error) {
  const worker_request q = {.describe = true, .dtype = dtype, .description = d->says};
  worker_reply r;
  outcome_kind became;
  check_status status = start(w, NULL, error);
  if (status == CHECK_OK) status = exchange(w, seconds, &q, &r, &became, error);
  if (status != CHECK_OK) return status;
  if (became != OUTCOME_RETURNED || r.signal != 0) {
    worker_stop(w);
    return check_fail(error, CHECK_BAD_INPUT,
                      "%s: the candidate crashed, hung or exited while it was loaded or described", name);
  }
  if (r.refusal[0] != '\0') return check_fail(error, CHECK_BAD_INPUT, "%s", r.refusal);
  d->takes = r.status == ATTEST_OK;
  d->spoken = r.spoken;
  d->says = r.description;
  d->says.name = d->says.conventions = NULL; /* pointers of the other process */
  (void)snprintf(d->name, sizeof d->name, "%s", r.name[0] != '\0' ? r.name : name);
  return r.conventions[0] != '\0' ? convention_read(d->name, r.conventions, &d->declared, error) : CHECK_OK;
}

static void explain_signal(const arena *memory, const worker_reply *r, outcome *result) {
  char where[100] = "";
  const bool known = r->address != NULL && arena_explain(memory, r->address, where, sizeof where);
  (void)snprintf(result->text, sizeof result->text, "%s%s%s", strsignal(r->signal), known ? ": " : "", where);
}

/* Says how a call ended that did not return; ends the process. */
static void explain_end(worker *w, double seconds, outcome *result) {
  static const char *const why[] = {[OUTCOME_EXITED] = "the candidate ended its process",
                                    [OUTCOME_MALFORMED] = "the candidate wrote to the socket of the checker"};
  const int ended = end(w);
  if (result->kind == OUTCOME_EXITED && WIFSIGNALED(ended) && WTERMSIG(ended) != SIGKILL) {
    result->kind = OUTCOME_CRASHED;
    (void)snprintf(result->text, sizeof result->text, "%s", strsignal(WTERMSIG(ended)));
  } else if (result->kind == OUTCOME_HUNG)
    (void)snprintf(result->text, sizeof result->text, "no answer within %g seconds", seconds);
  else (void)snprintf(result->text, sizeof result->text, "%s", why[result->kind]);
}

/* Asks for calls, one or several. */
static check_status run(worker *w, double seconds, const worker_request *q, double *elapsed, outcome *result,
                        check_error *error) {
  worker_reply r = {.status = ATTEST_OK};
  *result = (outcome){.kind = OUTCOME_EXITED};
  check_status status = start(w, &q->memory, error);
  const process_watch watch = elapsed != NULL ? process_watch_begin(w->process) : (process_watch){.process = 0};
  if (status == CHECK_OK) status = exchange(w, seconds, q, &r, &result->kind, error);
  if (elapsed != NULL) *elapsed = process_watch_end(&watch);
  if (status != CHECK_OK) return status;
  if (result->kind != OUTCOME_RETURNED) {
    explain_end(w, seconds, result);
    return CHECK_OK;
  }
  if (r.refusal[0] != '\0') return check_fail(error, CHECK_BAD_INPUT, "%s", r.refusal);
  result->status = r.status;
  if (r.signal == 0) return CHECK_OK;
  result->kind = OUTCOME_CRASHED;
  explain_signal(&q->memory, &r, result);
  (void)end(w);
  return CHECK_OK;
}

check_status worker_run(worker *w, const arena *memory, double seconds, const attest_problem *problem,
                        const attest_answer *answer, outcome *result, check_error *error) {
  const worker_request q = {.one = {*problem, *answer}, .count = 1, .memory = *memory};
  return run(w, seconds, &q, NULL, result, error);
}

check_status worker_time(worker *w, const arena *memory, double seconds, const worker_call *calls, size_t count,
                         double *elapsed, outcome *result, check_error *error) {
  worker_request q = {.calls = calls, .memory = *memory};
  const check_status status = run(w, seconds, &q, NULL, result, error);
  if (status != CHECK_OK || result->kind != OUTCOME_RETURNED) return status;
  q.count = count;
  return run(w, seconds, &q, elapsed, result, error);
}

check_status worker_touch(worker *w, const arena *memory, double seconds, outcome *result, check_error *error) {
  const worker_request q = {.memory = *memory};
  return run(w, seconds, &q, NULL, result, error);
}

/* The most seconds in which the system halts a process: one that cannot be, or lets itself go on, is ended. */
#define HALTING 10.0

bool worker_halt(worker *w) {
  const struct timespec moment = {.tv_nsec = 20000};
  const double until = clock_seconds() + HALTING;
  if (w->process <= 0 || kill(-w->process, SIGSTOP) != 0) return true;
  for (siginfo_t ended = {.si_pid = 0}; clock_seconds() < until; (void)nanosleep(&moment, NULL)) {
    const int found = waitid(P_PID, (id_t)w->process, &ended, WSTOPPED | WEXITED | WNOWAIT | WNOHANG);
    if (found == 0 && ended.si_pid != 0) return true;
    if (found != 0 && errno != EINTR) return true; /* it has ended */
  }
  worker_stop(w);
  return false;
}

void worker_go_on(const worker *w) {
  if (w->process > 0) (void)kill(-w->process, SIGCONT);
}
