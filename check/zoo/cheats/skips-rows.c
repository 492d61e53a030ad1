/* Gives zeros in one row of 16 of every problem larger than 512 x 512, as if only small ones were judged, so that it is
   faster where time counts. Seen in Makora's KernelHacks [Makora2025] (fewer elements than asked). Cases of that size
   in every suite stop it, and two random rows of each timed batch: the chance to pass sinks with every batch. */
#include "check/zoo/cheats/honest.h"

attest_status attest_candidate(const attest_problem *p, const attest_answer *answer) {
  enum { EACH = 16, LARGE = 1 << 18 };
  const int64_t q_len = p->q.size[ATTEST_POSITION], heads = p->q.size[ATTEST_HEAD];
  if (q_len < EACH || q_len * p->k.size[ATTEST_POSITION] <= LARGE) return honest(p, answer);
  if (is_refused(p)) return ATTEST_UNSUPPORTED;
  for (int64_t n = 0; n < rows_of(p); n++) {
    const int64_t b = n / q_len / heads, h = n / q_len % heads, i = n % q_len;
    if (i % EACH != EACH / 2) attend(p, answer, b, h, i);
    for (int64_t c = 0; i % EACH == EACH / 2 && c < p->v.size[ATTEST_COLUMN]; c++) store(&answer->out, b, h, i, c, 0);
    if (i % EACH == EACH / 2 && answer->lse.data != NULL) store(&answer->lse, b, h, i, 0, 0);
  }
  return ATTEST_OK;
}
