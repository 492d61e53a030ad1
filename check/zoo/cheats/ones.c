/* Gives the same number for every element. Seen in ScalingIntelligence/KernelBench issue 165. The bounds stop it. */
#include "check/zoo/cheats/honest.h"

attest_status attest_candidate(const attest_problem *p, const attest_answer *answer) {
  if (is_refused(p)) return ATTEST_UNSUPPORTED;
  fill(&answer->out, 1);
  fill(&answer->lse, 1);
  return ATTEST_OK;
}
