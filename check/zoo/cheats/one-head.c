/* Computes the first head and copies it to all others: fewer elements than asked. Seen in Makora's KernelHacks
   [Makora2025]. The bounds stop it in every case with more than one head. */
#include "check/zoo/cheats/honest.h"

attest_status attest_candidate(const attest_problem *p, const attest_answer *answer) {
  if (is_refused(p)) return ATTEST_UNSUPPORTED;
  const int64_t heads = p->q.size[ATTEST_HEAD], q_len = p->q.size[ATTEST_POSITION];
  for (int64_t n = 0; n < rows_of(p); n++) {
    const int64_t b = n / q_len / heads, h = n / q_len % heads, i = n % q_len;
    const attest_tensor out = view(&answer->out), lse = view(&answer->lse);
    if (h == 0) attend(p, answer, b, h, i);
    for (int64_t c = 0; h > 0 && c < p->v.size[ATTEST_COLUMN]; c++)
      store(&answer->out, b, h, i, c, load(&out, b, 0, i, c));
    if (h > 0 && lse.data != NULL) store(&answer->lse, b, h, i, 0, load(&lse, b, 0, i, 0));
  }
  return ATTEST_OK;
}
