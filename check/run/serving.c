#define _GNU_SOURCE /* NOLINT: reserved for this */
#include "check/run/serving.h"

#include <dlfcn.h>
#include <errno.h>
#include <inttypes.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "check/judge/variant.h"
#include "check/zoo/profile.h"
#include "check/zoo/zoo.h"

static int reply_to; /* for the signal handler */

static void report_signal(int number, siginfo_t *information, void *context) {
  (void)context;
  const worker_reply r = {.signal = number,
                          .address = number == SIGSEGV || number == SIGBUS ? information->si_addr : NULL};
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

static void describe(const worker_code *of, const worker_request *q, worker_reply *r) {
  r->description = q->description;
  r->spoken = of->describe != NULL || of->variant != NULL || of->mutant != NULL;
  if (of->mutant != NULL) r->description.gives_weights = zoo_gives_weights(of->mutant);
  if (of->variant != NULL) r->status = variant_describe(of->variant, q->dtype, &r->description);
  else r->status = of->describe != NULL ? of->describe(q->dtype, &r->description) : ATTEST_OK;
  if (r->description.name != NULL) (void)snprintf(r->name, sizeof r->name, "%s", r->description.name);
  if (r->description.conventions != NULL)
    (void)snprintf(r->conventions, sizeof r->conventions, "%s", r->description.conventions);
}

/* Receives a request, and the file that comes with it, or -1. false: the other side has ended. */
static bool receive(int from, worker_request *q, int *file) {
  union {
    struct cmsghdr head; /* for its alignment */
    char bytes[CMSG_SPACE(sizeof *file)];
  } beside;
  struct iovec part = {.iov_base = q, .iov_len = sizeof *q};
  struct msghdr message = {
      .msg_iov = &part, .msg_iovlen = 1, .msg_control = &beside, .msg_controllen = sizeof beside.bytes};
  ssize_t got;
  do got = recvmsg(from, &message, MSG_WAITALL | MSG_CMSG_CLOEXEC);
  while (got < 0 && errno == EINTR);
  const struct cmsghdr *const its = got > 0 ? CMSG_FIRSTHDR(&message) : NULL;
  *file = -1;
  if (its != NULL && its->cmsg_type == SCM_RIGHTS) (void)memcpy(file, CMSG_DATA(its), sizeof *file);
  return got == (ssize_t)sizeof *q;
}

/* Joins the arena of a request in place of the one before. */
static bool join(const arena *memory, int file) {
  static arena joined;
  if (file < 0) return true;
  if (joined.base != NULL) arena_leave(&joined);
  joined = *memory;
  const bool there = arena_join(memory, file);
  (void)close(file);
  return there;
}

/* Protects the memory as the calls need it. Batches find all where it was, so once is enough: to protect all operands
   of a batch takes as long as a few short calls. */
static void protect(const worker_request *q) {
  static uint64_t protected; /* the number of the arena of batches; 0: none */
  if (q->calls == NULL || protected != q->memory.number) arena_protect(&q->memory);
  if (q->calls == NULL && q->count == 0) arena_touch(&q->memory);
  protected = q->calls != NULL || q->count == 0 ? q->memory.number : 0;
}

/* Computes the calls until one fails. After a single call nothing can be touched: what a candidate's own thread still
   writes ends the process. After a batch the judge halts the process. */
static attest_status compute_all(const worker_code *of, const worker_request *q) {
  attest_status status = ATTEST_OK;
  const worker_call *const call = q->calls != NULL ? q->calls : &q->one;
  protect(q);
  if (q->count == 0) return status;
  for (size_t n = 0; status == ATTEST_OK && n < q->count; n++)
    status = worker_compute(of, &call[n].problem, &call[n].answer);
  if (q->calls == NULL) arena_seal(&q->memory);
  return status;
}

_Noreturn void serving_run(const worker_code *given, const char *refusal, int parent) {
  worker_code of = *given;
  worker_reply loaded = {.status = ATTEST_OK};
  check_error error;
  reply_to = parent;
  set_child_signals();
  (void)uselocale(LC_GLOBAL_LOCALE);      /* the judge's, where this is a fork of it, is not the candidate's */
  (void)setvbuf(stdout, NULL, _IONBF, 0); /* what it prints before it crashes is seen */
  if (refusal == NULL && worker_load(&of, &error) != CHECK_OK) refusal = error.text;
  if (refusal != NULL) (void)snprintf(loaded.refusal, sizeof loaded.refusal, "%.299s", refusal);
  worker_request q;
  for (int file; receive(parent, &q, &file);) {
    worker_reply r = loaded;
    if (!join(&q.memory, file)) (void)snprintf(r.refusal, sizeof r.refusal, "the memory of the cases is in use");
    if (r.refusal[0] == '\0' && q.describe) describe(&of, &q, &r);
    if (r.refusal[0] == '\0' && !q.describe) r.status = compute_all(&of, &q);
    if (write(parent, &r, sizeof r) != (ssize_t)sizeof r) break;
  }
  _exit(0);
}
