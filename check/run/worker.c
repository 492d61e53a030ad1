#define _GNU_SOURCE /* NOLINT: reserved for this */
#include <dlfcn.h>
#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check/run/worker.h"
#include "check/judge/variant.h"
#include "check/zoo/profile.h"
#include "check/zoo/zoo.h"

/* The messages between the processes. Pointers are valid on both sides: the arena is shared at the same addresses. */
typedef struct {
  bool describe; /* else compute */
  attest_dtype dtype;
  attest_description description;
  attest_problem problem;
  attest_answer answer;
  arena memory;
} request;

typedef struct {
  attest_status status;
  bool spoken; /* the candidate describes itself */
  int signal;  /* the signal that ended the call, or 0 */
  const void *address;
  attest_description description;
  char name[64];
  char conventions[202];
  char refusal[300]; /* why the library cannot be used, or "" */
} reply;

/* ---- the child */

static int reply_to; /* for the signal handler */

static void report_signal(int number, siginfo_t *information, void *context) {
  (void)context;
  const reply r = {.signal = number, .address = number == SIGSEGV || number == SIGBUS ? information->si_addr : NULL};
  _exit(write(reply_to, &r, sizeof r) == (ssize_t)sizeof r ? 0 : 1);
}

static void set_child_signals(void) {
  static char stack[1 << 16];
  static const int caught[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT}, plain[] = {SIGINT, SIGTERM, SIGHUP};
  const stack_t other = {.ss_sp = stack, .ss_size = sizeof stack};
  (void)sigaltstack(&other, NULL);
  struct sigaction action = {.sa_sigaction = report_signal, .sa_flags = (int)(SA_SIGINFO | SA_ONSTACK)};
  (void)sigemptyset(&action.sa_mask);
  for (size_t n = 0; n < sizeof caught / sizeof caught[0]; n++) (void)sigaction(caught[n], &action, NULL);
  for (size_t n = 0; n < sizeof plain / sizeof plain[0]; n++) (void)signal(plain[n], SIG_DFL);
}

/* Finds attest_abi in the library that defines the symbol at an address, not in a library that it depends on; NULL if
   there is none. */
static const uint32_t *abi_beside(void *library, const void *address) {
  const uint32_t *abi = dlsym(library, "attest_abi");
  Dl_info of_abi, of_address;
  const bool both = abi != NULL && dladdr(abi, &of_abi) != 0 && dladdr(address, &of_address) != 0;
  return both && of_abi.dli_fbase == of_address.dli_fbase ? abi : NULL;
}

static check_status check_abi(const char *name, void *library, const void *address, check_error *error) {
  const uint32_t *abi = abi_beside(library, address);
  if (abi == NULL)
    return check_fail(error, CHECK_BAD_INPUT,
                      "%s: exports no attest_abi, expected %d: built against an attest.h before ABI 2, or its list of "
                      "exported symbols "
                      "lacks it; rebuild it with this attest.h",
                      name, ATTEST_ABI);
  if (*abi == ATTEST_ABI) return CHECK_OK;
  return check_fail(error, CHECK_BAD_INPUT,
                    "%s: built against ABI %" PRIu32 " of attest.h, expected %d: rebuild it with this attest.h", name,
                    *abi, ATTEST_ABI);
}

check_status worker_load(worker_code *of, check_error *error) {
  if (of->library == NULL) return CHECK_OK;
  char *absolute = realpath(of->library, NULL); /* dlopen would search elsewhere for a bare name */
  void *library = dlopen(absolute != NULL ? absolute : of->library, RTLD_NOW | RTLD_LOCAL);
  free(absolute);
  if (library == NULL) return check_fail(error, CHECK_BAD_INPUT, "expected a shared library: %s", dlerror());
  void *const compute = dlsym(library, "attest_candidate");
  if (compute == NULL)
    return check_fail(error, CHECK_BAD_INPUT, "%s: expected a shared library that exports attest_candidate",
                      of->library);
  *(void **)&of->compute = compute;
  *(void **)&of->describe = dlsym(library, "attest_candidate_describe");
  return check_abi(of->library, library, compute, error);
}

attest_status worker_compute(const worker_code *of, const attest_problem *problem, const attest_answer *answer) {
  if (of->profile != NULL && !zoo_profile_takes(of->profile, problem)) return ATTEST_UNSUPPORTED;
  if (of->mutant != NULL) return zoo_answer(problem, of->mutant, answer);
  return of->variant != NULL ? variant_answer(of->variant, problem, answer) : of->compute(problem, answer);
}

static void describe(const worker_code *of, const request *q, reply *r) {
  r->description = q->description;
  r->spoken = of->describe != NULL || of->variant != NULL || of->mutant != NULL;
  if (of->mutant != NULL) r->description.gives_weights = zoo_gives_weights(of->mutant);
  if (of->variant != NULL) r->status = variant_describe(of->variant, q->dtype, &r->description);
  else r->status = of->describe != NULL ? of->describe(q->dtype, &r->description) : ATTEST_OK;
  if (r->description.name != NULL) (void)snprintf(r->name, sizeof r->name, "%s", r->description.name);
  if (r->description.conventions != NULL)
    (void)snprintf(r->conventions, sizeof r->conventions, "%s", r->description.conventions);
}

static bool receive(int from, void *to, size_t bytes) {
  for (size_t done = 0; done < bytes;) {
    const ssize_t got = read(from, (char *)to + done, bytes - done);
    if (got <= 0 && !(got < 0 && errno == EINTR)) return false;
    if (got > 0) done += (size_t)got;
  }
  return true;
}

/* Serves requests until the parent closes its end. */
static void serve(const worker_code *given, int parent) {
  worker_code of = *given;
  reply loaded = {.status = ATTEST_OK};
  reply_to = parent;
  (void)dup2(STDERR_FILENO, STDOUT_FILENO); /* a candidate's output must not mix with ours */
  set_child_signals();
  check_error error;
  if (worker_load(&of, &error) != CHECK_OK) (void)snprintf(loaded.refusal, sizeof loaded.refusal, "%.299s", error.text);
  for (request q; receive(parent, &q, sizeof q);) {
    reply r = loaded;
    if (r.refusal[0] == '\0' && q.describe) describe(&of, &q, &r);
    if (r.refusal[0] == '\0' && !q.describe) {
      arena_protect(&q.memory);
      r.status = worker_compute(&of, &q.problem, &q.answer);
    }
    if (write(parent, &r, sizeof r) != (ssize_t)sizeof r) break;
  }
  _exit(0);
}

/* ---- the parent */

static check_status no_process(check_error *error) {
  return check_fail(error, CHECK_FAILURE, "cannot start a process for the candidate: %s", strerror(errno));
}

static check_status start(worker *w, check_error *error) {
  int ends[2];
  if (w->process != 0) return CHECK_OK;
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return no_process(error);
  (void)fflush(NULL); /* the child would print our buffers again */
  w->process = fork();
  if (w->process == 0) {
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
    (void)close(ends[0]);
    serve(&w->of, ends[1]);
  }
  (void)close(ends[1]);
  w->socket = ends[0];
  if (w->process > 0) return CHECK_OK;
  w->process = 0;
  (void)close(w->socket);
  return no_process(error);
}

/* Ends the process. Returns its wait status. */
static int end(worker *w) {
  int status = 0;
  if (w->process == 0) return 0;
  (void)kill(w->process, SIGKILL);
  while (waitpid(w->process, &status, 0) < 0 && errno == EINTR) continue;
  (void)close(w->socket);
  w->process = 0;
  return status;
}

void worker_stop(worker *w) { (void)end(w); }

/* Sends a request and waits for the reply: OUTCOME_RETURNED if it came. */
static outcome_kind exchange(const worker *w, double seconds, const request *q, reply *r) {
  if (send(w->socket, q, sizeof *q, MSG_NOSIGNAL) != (ssize_t)sizeof *q) return OUTCOME_EXITED;
  struct pollfd ready = {.fd = w->socket, .events = POLLIN};
  int polled;
  do polled = poll(&ready, 1, (int)(seconds * 1000));
  while (polled < 0 && errno == EINTR);
  if (polled == 0) return OUTCOME_HUNG;
  return receive(w->socket, r, sizeof *r) ? OUTCOME_RETURNED : OUTCOME_EXITED;
}

check_status worker_describe(worker *w, const char *name, double seconds, attest_dtype dtype, candidate_description *d,
                             check_error *error) {
  const request q = {.describe = true, .dtype = dtype, .description = d->says};
  reply r;
  const check_status status = start(w, error);
  if (status != CHECK_OK) return status;
  if (exchange(w, seconds, &q, &r) != OUTCOME_RETURNED || r.signal != 0) {
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

static void explain_signal(const arena *memory, const reply *r, outcome *result) {
  char where[100] = "";
  const bool known = r->address != NULL && arena_explain(memory, r->address, where, sizeof where);
  (void)snprintf(result->text, sizeof result->text, "%s%s%s", strsignal(r->signal), known ? ": " : "", where);
}

check_status worker_run(worker *w, const arena *memory, double seconds, const attest_problem *problem,
                        const attest_answer *answer, outcome *result, check_error *error) {
  const request q = {.problem = *problem, .answer = *answer, .memory = *memory};
  reply r = {.status = ATTEST_OK};
  *result = (outcome){.kind = OUTCOME_EXITED};
  const check_status status = start(w, error);
  if (status != CHECK_OK) return status;
  result->kind = exchange(w, seconds, &q, &r);
  if (result->kind == OUTCOME_RETURNED && r.refusal[0] != '\0')
    return check_fail(error, CHECK_BAD_INPUT, "%s", r.refusal);
  result->status = r.status;
  if (result->kind == OUTCOME_RETURNED && r.signal != 0) {
    result->kind = OUTCOME_CRASHED;
    explain_signal(memory, &r, result);
  }
  if (result->kind == OUTCOME_HUNG)
    (void)snprintf(result->text, sizeof result->text, "no answer within %g seconds", seconds);
  if (result->kind == OUTCOME_RETURNED) return CHECK_OK;
  const int ended = end(w);
  if (result->kind != OUTCOME_EXITED) return CHECK_OK;
  if (WIFSIGNALED(ended) && WTERMSIG(ended) != SIGKILL) {
    result->kind = OUTCOME_CRASHED;
    (void)snprintf(result->text, sizeof result->text, "%s", strsignal(WTERMSIG(ended)));
  } else (void)snprintf(result->text, sizeof result->text, "the candidate ended its process");
  return CHECK_OK;
}
