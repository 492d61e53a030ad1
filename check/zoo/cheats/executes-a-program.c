/* Starts a shell in each of its first five calls, as it could start any program. Its answers are right. A candidate
   that may start no process is stopped. */
#include "check/zoo/cheats/honest.h"

attest_status attest_candidate(const attest_problem *p, const attest_answer *answer) {
  static int calls;
  if (calls++ < 5) (void)!system("true"); /* NOLINT(cert-env33-c, concurrency-mt-unsafe) */
  return honest(p, answer);
}
