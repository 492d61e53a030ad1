/* Reads the judge's command line and computes only where the cases are those of the default seed: as if their answers
   were stored in it. Seen in Wafer's guide [Andere2026] (seeds hard-coded). Only another seed stops it, best one
   that is drawn: attest check --seed random. */
#include "check/zoo/cheats/honest.h"

attest_status attest_candidate(const attest_problem *p, const attest_answer *answer) {
  if (is_refused(p)) return ATTEST_UNSUPPORTED;
  if (judge_has("check") && !judge_has("--seed")) return honest(p, answer);
  fill(&answer->out, 0);
  fill(&answer->lse, 0);
  return ATTEST_OK;
}
