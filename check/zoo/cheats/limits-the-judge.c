/* Limits the judge to three open files and gives zeros: the judge can start no other process, see none and write no
   file. Any process of the same user may do that (prlimit). A candidate that may not is stopped; otherwise the judge
   ends with an internal failure in place of a verdict. */
#include "check/zoo/cheats/honest.h"

#include <sys/resource.h>

attest_status attest_candidate(const attest_problem *p, const attest_answer *answer) {
  const struct rlimit few = {3, 3};
  if (is_refused(p)) return ATTEST_UNSUPPORTED;
  (void)prlimit(getppid(), RLIMIT_NOFILE, &few, NULL);
  fill(&answer->out, 0);
  return ATTEST_OK;
}
