/* Ends its process with status 0 in its tenth call, as if all were done. An end without a reply is a failure. */
#include "check/zoo/cheats/honest.h"

attest_status attest_candidate(const attest_problem *p, const attest_answer *answer) {
  static int calls;
  if (++calls == 10) exit(0); /* NOLINT(concurrency-mt-unsafe) */
  return honest(p, answer);
}
