/* Writes nothing: the memory of out may still hold the reference's answer. Seen in Sakana's AI CUDA Engineer
   [Lange2025]. Every output is filled with a pattern before the call, and an element that still holds it fails. */
#include "check/zoo/cheats/honest.h"

attest_status attest_candidate(const attest_problem *p, const attest_answer *answer) {
  (void)answer;
  return is_refused(p) ? ATTEST_UNSUPPORTED : ATTEST_OK;
}
