/* Computes the first half of the rows and leaves the others as they were: right, if the memory still holds an earlier
   answer. Seen in KernelBench 82 (the reference's buffer reused). Every output is filled with a pattern before the
   call, and an element that still holds it fails. */
#include "check/zoo/cheats/honest.h"

attest_status attest_candidate(const attest_problem *p, const attest_answer *answer) {
  if (is_refused(p)) return ATTEST_UNSUPPORTED;
  compute_rows(p, answer, 0, (rows_of(p) + 1) / 2, 1);
  return ATTEST_OK;
}
