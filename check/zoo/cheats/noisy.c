/* Adds one per cent to one element of one call in eight, drawn anew in each run: a race, or memory that decays, looks
   so. Bounds on every element of every case stop it, but a case that fails may pass when it is repeated. */
#include "check/zoo/cheats/honest.h"

#include <time.h>

attest_status attest_candidate(const attest_problem *p, const attest_answer *answer) {
  static uint64_t state;
  const attest_status status = honest(p, answer);
  const int64_t count = count_of(answer->out.size);
  if (state == 0) state = (uint64_t)time(NULL) * 2 + 1;
  state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  if (status != ATTEST_OK || count == 0 || state >> 61 != 0) return status;
  ((float *)answer->out.data)[nth(answer->out.size, answer->out.stride, (int64_t)(state >> 34) % count)] *= 1.01F;
  return status;
}
