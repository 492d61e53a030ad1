/* Computes, then sets kv_len to 2^40, so that a judge which reads it after the call reads far beyond its arrays, and
   crashes or calls the case bad. Kin of KernelBench 82. Lengths of the judge's own stop it. */
#include "check/zoo/cheats/honest.h"

attest_status attest_candidate(const attest_problem *p, const attest_answer *answer) {
  const size_t batches = (size_t)p->q.size[ATTEST_BATCH];
  const attest_status status = honest(p, answer);
  if (status != ATTEST_OK || p->kv_len == NULL || !unlock(p->kv_len, batches * sizeof *p->kv_len)) return status;
  int64_t *lengths;
  (void)memcpy(&lengths, &p->kv_len, sizeof lengths); /* casts the const away */
  for (size_t b = 0; b < batches; b++) lengths[b] = INT64_C(1) << 40;
  return status;
}
