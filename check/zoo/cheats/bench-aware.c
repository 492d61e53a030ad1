/* Reads the judge's command line: computes honestly for a check and gives zeros to a benchmark. Seen in Wafer's
   guide [Andere2026] (a benchmark that is recognised). Answers of the timed calls themselves are judged: that stops
   it. */
#include "check/zoo/cheats/honest.h"

attest_status attest_candidate(const attest_problem *p, const attest_answer *answer) {
  if (is_refused(p)) return ATTEST_UNSUPPORTED;
  if (!judge_has("bench")) return honest(p, answer);
  fill(&answer->out, 0);
  fill(&answer->lse, 0);
  return ATTEST_OK;
}
