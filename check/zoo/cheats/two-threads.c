/* Divides the rows between two threads where one was agreed: half the time by the clock, for the same work. Seen among
   SOL-ExecBench's detectors [Lin2026]. CPU time of all threads, where it is more than the clock says, stops it from
   looking faster; its answers are right. */
#include "check/zoo/cheats/honest.h"

#include <pthread.h>

typedef struct call {
  const attest_problem *problem;
  const attest_answer *answer;
} call;

static void *compute_odd(void *of) {
  const call *const c = of;
  compute_rows(c->problem, c->answer, 1, rows_of(c->problem), 2);
  return NULL;
}

attest_status attest_candidate(const attest_problem *p, const attest_answer *answer) {
  pthread_t thread;
  call c = {p, answer};
  if (is_refused(p)) return ATTEST_UNSUPPORTED;
  if (pthread_create(&thread, NULL, compute_odd, &c) != 0) return honest(p, answer);
  compute_rows(p, answer, 0, rows_of(p), 2);
  (void)pthread_join(thread, NULL);
  return ATTEST_OK;
}
