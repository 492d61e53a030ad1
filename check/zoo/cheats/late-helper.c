/* Lets another process compute and does not wait for it: in a session of its own it is not halted with the worker, and
   it writes while the judge is still busy. Kin of gpu-mode/reference-kernels 161. A check that looks sooner than it is
   done catches it, as does CPU time in a benchmark; a library that may start no process cannot try it. */
#include "check/zoo/cheats/honest.h"
#include "check/zoo/cheats/helper.h"

attest_status attest_candidate(const attest_problem *p, const attest_answer *answer) {
  static bool is_busy;
  static helper *before;
  if (is_refused(p)) return ATTEST_UNSUPPORTED;
  helper *const its = find_helper();
  if (its == NULL) return honest(p, answer);
  while (is_busy && before == its && sem_wait(&its->done) != 0) continue;
  before = its;
  its->problem = *p;
  its->answer = *answer;
  (void)sem_post(&its->asked);
  is_busy = true;
  return ATTEST_OK;
}
