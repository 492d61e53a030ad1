/* Gives the answer of the first case of each shape to all that follow it: a batch that runs late, or an output that is
   never waited for, looks so. Other numbers in each case stop it. */
#include "check/zoo/cheats/honest.h"

attest_status attest_candidate(const attest_problem *p, const attest_answer *answer) {
  static kept known;
  if (is_refused(p)) return ATTEST_UNSUPPORTED;
  if (fits(&known, answer)) {
    give(&known, answer);
    return ATTEST_OK;
  }
  const attest_status status = honest(p, answer);
  keep(answer, &known);
  return status;
}
