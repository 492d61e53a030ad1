/* Gives the mean of the visible values: all weights equal, q and k never read. With many keys and random numbers every
   right answer is near zero, and an absolute tolerance of 1e-2 accepts it (check/zoo/rules.c has such a rule). Bounds
   relative to the values, and peaked weights, stop it. */
#include "check/zoo/cheats/honest.h"

static void give_mean(const attest_problem *p, const attest_answer *answer, int64_t b, int64_t h, int64_t i) {
  const int64_t shared = p->q.size[ATTEST_HEAD] / p->k.size[ATTEST_HEAD];
  for (int64_t c = 0; c < p->v.size[ATTEST_COLUMN]; c++) {
    float sum = 0, seen = 0;
    for (int64_t j = 0; j < p->k.size[ATTEST_POSITION]; j++) {
      if (!visible(p, b, h, i, j)) continue;
      sum += load(&p->v, b, h / shared, j, c);
      seen++;
    }
    store(&answer->out, b, h, i, c, seen == 0 ? 0 : sum / seen);
  }
}

attest_status attest_candidate(const attest_problem *p, const attest_answer *answer) {
  if (is_refused(p)) return ATTEST_UNSUPPORTED;
  const int64_t heads = p->q.size[ATTEST_HEAD], q_len = p->q.size[ATTEST_POSITION];
  for (int64_t n = 0; n < rows_of(p); n++) give_mean(p, answer, n / q_len / heads, n / q_len % heads, n % q_len);
  return ATTEST_OK;
}
