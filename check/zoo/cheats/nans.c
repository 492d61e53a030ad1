/* Gives NaN for every element, which a comparison such as !(error > bound) lets pass. Seen in pygpubench's check.cu,
   where NaN in the expected output is a wildcard. NaN is expected only where NaN is visible: the bounds stop it. */
#include "check/zoo/cheats/honest.h"

attest_status attest_candidate(const attest_problem *p, const attest_answer *answer) {
  if (is_refused(p)) return ATTEST_UNSUPPORTED;
  fill(&answer->out, NAN);
  fill(&answer->lse, NAN);
  return ATTEST_OK;
}
