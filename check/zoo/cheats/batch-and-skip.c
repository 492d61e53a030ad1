/* Computes one call of four and gives its answer to the three after it, so that something is written in each. Seen in
   gpu-mode/reference-kernels 104. Other operands in each call stop it. */
#include "check/zoo/cheats/honest.h"

attest_status attest_candidate(const attest_problem *p, const attest_answer *answer) {
  static unsigned calls;
  static kept last;
  if (is_refused(p)) return ATTEST_UNSUPPORTED;
  if (calls++ % 4 != 0 && fits(&last, answer)) {
    give(&last, answer);
    return ATTEST_OK;
  }
  const attest_status status = honest(p, answer);
  keep(answer, &last);
  return status;
}
