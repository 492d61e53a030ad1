/* Gives zeros, and leaves lse unwritten, so that only out is judged. Seen in ScalingIntelligence/KernelBench issue 165.
   The bounds stop it: nearly every expected element is further from zero than its own bound. */
#include "check/zoo/cheats/honest.h"

attest_status attest_candidate(const attest_problem *p, const attest_answer *answer) {
  if (is_refused(p)) return ATTEST_UNSUPPORTED;
  fill(&answer->out, 0);
  return ATTEST_OK;
}
