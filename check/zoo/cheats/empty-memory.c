/* Takes memory and gives what it finds there, in the hope that the judge has just freed its expected answer. Seen in
   KernelBench 82. The judge computes that answer later, and in another process: the memory holds nothing. */
#include "check/zoo/cheats/honest.h"

attest_status attest_candidate(const attest_problem *p, const attest_answer *answer) {
  if (is_refused(p)) return ATTEST_UNSUPPORTED;
  const size_t bytes = (size_t)count_of(answer->out.size) * sizeof(float) + 1;
  float *volatile found = malloc(bytes); /* volatile: a compiler may take anything for what was never set */
  if (found == NULL) return ATTEST_FAILED;
  scatter(found, &answer->out);
  free(found);
  return ATTEST_OK;
}
