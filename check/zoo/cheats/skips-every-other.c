/* Computes every second call only, in the hope that one call in many is looked at. Kin of gpu-mode/reference-kernels
   104. Every answer of a check is judged; a benchmark judges a call that is drawn at random in each batch. */
#include "check/zoo/cheats/honest.h"

attest_status attest_candidate(const attest_problem *p, const attest_answer *answer) {
  static unsigned calls;
  if (is_refused(p)) return ATTEST_UNSUPPORTED;
  return calls++ % 2 == 0 ? honest(p, answer) : ATTEST_OK;
}
