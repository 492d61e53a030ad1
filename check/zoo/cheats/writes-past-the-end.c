/* Writes 4 bytes behind out, as a kernel that stores whole vectors does. The judge finds the pattern there disturbed,
   or the page behind cannot be written. */
#include "check/zoo/cheats/honest.h"

attest_status attest_candidate(const attest_problem *p, const attest_answer *answer) {
  if (is_refused(p)) return ATTEST_UNSUPPORTED;
  const attest_tensor out = view(&answer->out);
  const attest_status status = honest(p, answer);
  if (out.data != NULL) ((float *)answer->out.data)[reach_of(&out)] = 0;
  return status;
}
