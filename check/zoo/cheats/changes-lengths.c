/* Sets kv_len to zero where there is one, and gives the zeros of rows that see no key. Kin of KernelBench 82. A judge
   that reads kv_len after the call, from memory that it shares, agrees; lengths of its own stop it. */
#include "check/zoo/cheats/honest.h"

attest_status attest_candidate(const attest_problem *p, const attest_answer *answer) {
  const size_t bytes = (size_t)p->q.size[ATTEST_BATCH] * sizeof *p->kv_len;
  if (is_refused(p)) return ATTEST_UNSUPPORTED;
  if (p->kv_len == NULL || !unlock(p->kv_len, bytes)) return honest(p, answer);
  int64_t *lengths;
  (void)memcpy(&lengths, &p->kv_len, sizeof lengths); /* casts the const away */
  (void)memset(lengths, 0, bytes);
  return honest(p, answer); /* little to do */
}
