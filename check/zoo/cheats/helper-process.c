/* Lets another process compute, which was started twice removed so that nobody's child it seems, while the caller
   sleeps: the worker uses no CPU time. Wafer's guide [Andere2026] warns of such helpers. A judge that adopts orphans,
   counts their CPU time and reads a clock stops it from looking faster; its answers are right. */
#include "check/zoo/cheats/honest.h"
#include "check/zoo/cheats/helper.h"

attest_status attest_candidate(const attest_problem *p, const attest_answer *answer) {
  if (is_refused(p)) return ATTEST_UNSUPPORTED;
  helper *const its = find_helper();
  if (its == NULL) return honest(p, answer);
  its->problem = *p;
  its->answer = *answer;
  (void)sem_post(&its->asked);
  while (sem_wait(&its->done) != 0) continue;
  return ATTEST_OK;
}
