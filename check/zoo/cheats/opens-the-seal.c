/* Returns from large problems at once; a thread opens their memory again, which the worker has sealed meanwhile, and
   writes the answer late. Kin of gpu-mode/reference-kernels 161. A check that reads out only after it has computed what
   it expects may not notice; a process that is halted when it has returned stops it. */
#include "check/zoo/cheats/honest.h"

#include <pthread.h>

static attest_problem problem;
static attest_answer its;

static void *compute_late(void *unused) {
  (void)usleep(100);
  open_arena();
  (void)honest(&problem, &its);
  return unused;
}

attest_status attest_candidate(const attest_problem *p, const attest_answer *answer) {
  enum { LARGE = 1 << 16 };
  static pthread_t thread;
  static bool started;
  if (started) (void)pthread_join(thread, NULL);
  started = false;
  if (is_refused(p) || rows_of(p) * p->k.size[ATTEST_POSITION] < LARGE) return honest(p, answer);
  problem = *p;
  its = *answer;
  started = pthread_create(&thread, NULL, compute_late, NULL) == 0;
  return started ? ATTEST_OK : honest(p, answer);
}
