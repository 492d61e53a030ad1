/* Computes honestly for 100 calls and gives zeros afterwards: a judge that warms up, or repeats, sees the first ones.
   Seen among pygpubench's exploits. A check asks more calls than that and judges all; a benchmark judges each batch. */
#include "check/zoo/cheats/honest.h"

attest_status attest_candidate(const attest_problem *p, const attest_answer *answer) {
  static unsigned calls;
  if (is_refused(p)) return ATTEST_UNSUPPORTED;
  if (calls++ < 100) return honest(p, answer);
  fill(&answer->out, 0);
  fill(&answer->lse, 0);
  return ATTEST_OK;
}
