/* Makes q, k and v writable, sets them to zero and gives zeros. Seen in KernelBench 82. A judge that reads its inputs
   after the call, from memory that it shares, agrees. Inputs that are made anew, or compared, after the call stop it.
   */
#include "check/zoo/cheats/honest.h"

attest_status attest_candidate(const attest_problem *p, const attest_answer *answer) {
  const attest_tensor *const inputs[] = {&p->q, &p->k, &p->v};
  if (is_refused(p)) return ATTEST_UNSUPPORTED;
  for (int t = 0; t < 3; t++) {
    float *const data = count_of(inputs[t]->size) > 0 ? writable(inputs[t]) : NULL;
    if (data != NULL) (void)memset(data, 0, (size_t)reach_of(inputs[t]) * sizeof *data);
  }
  fill(&answer->out, 0);
  return ATTEST_OK;
}
