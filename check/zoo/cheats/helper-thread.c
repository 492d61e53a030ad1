/* Lets a thread compute while the calling one sleeps, so that this one uses no CPU time. Seen among SOL-ExecBench's
   detectors [Lin2026]. A clock, and the CPU time of all threads, stop it from looking faster; its answers are right. */
#include "check/zoo/cheats/honest.h"

#include <pthread.h>

typedef struct call {
  const attest_problem *problem;
  const attest_answer *answer;
  attest_status status;
} call;

static void *compute(void *of) {
  call *const c = of;
  c->status = honest(c->problem, c->answer);
  return NULL;
}

attest_status attest_candidate(const attest_problem *p, const attest_answer *answer) {
  pthread_t thread;
  call c = {p, answer, ATTEST_FAILED};
  if (pthread_create(&thread, NULL, compute, &c) != 0) return honest(p, answer);
  (void)pthread_join(thread, NULL);
  return c.status;
}
