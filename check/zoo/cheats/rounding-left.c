/* Leaves the processor rounding upwards. A judge that computes in the same process would have a wrong reference and
   wrong bounds. Here it changes only its own later calls: an error always to one side grows beyond bounds that are made
   for rounding to nearest. */
#include "check/zoo/cheats/honest.h"

#include <fenv.h>

attest_status attest_candidate(const attest_problem *p, const attest_answer *answer) {
  const attest_status status = honest(p, answer);
  (void)fesetround(FE_UPWARD);
  return status;
}
