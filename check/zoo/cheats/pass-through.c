/* Copies rows of v, as if query i saw key i alone. Seen in Wafer's guide [Andere2026]. The bounds stop it wherever a
   query sees more than one key. */
#include "check/zoo/cheats/honest.h"

attest_status attest_candidate(const attest_problem *p, const attest_answer *answer) {
  if (is_refused(p)) return ATTEST_UNSUPPORTED;
  const int64_t heads = p->q.size[ATTEST_HEAD], shared = heads / p->k.size[ATTEST_HEAD],
                q_len = p->q.size[ATTEST_POSITION], keys = p->k.size[ATTEST_POSITION];
  for (int64_t n = 0; n < rows_of(p); n++) {
    const int64_t b = n / q_len / heads, h = n / q_len % heads, i = n % q_len;
    for (int64_t c = 0; c < p->v.size[ATTEST_COLUMN]; c++)
      store(&answer->out, b, h, i, c, keys == 0 ? 0 : load(&p->v, b, h / shared, i < keys ? i : keys - 1, c));
  }
  return ATTEST_OK;
}
