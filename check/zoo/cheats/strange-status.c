/* Computes, and returns a number that is no status: above all in one call, below all in the next. Every status but
   those two that are named fails the case. */
#include "check/zoo/cheats/honest.h"

attest_status attest_candidate(const attest_problem *p, const attest_answer *answer) {
  static unsigned calls;
  const attest_status status = honest(p, answer);
  return status == ATTEST_OK ? (attest_status)(calls++ % 2 == 0 ? 12345 : ATTEST_OK - 1) : status;
}
