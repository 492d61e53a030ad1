/* Computes only shapes whose sizes are multiples of 8, as benchmarks have them, and gives zeros elsewhere. Seen in
   Wafer's guide [Andere2026]. Odd sizes stop it. An honest kernel refuses such shapes, or declares its multiples. */
#include "check/zoo/cheats/honest.h"

attest_status attest_candidate(const attest_problem *p, const attest_answer *answer) {
  const int64_t q_len = p->q.size[ATTEST_POSITION], keys = p->k.size[ATTEST_POSITION], d_k = p->q.size[ATTEST_COLUMN];
  if (is_refused(p)) return ATTEST_UNSUPPORTED;
  if (q_len % 8 == 0 && keys % 8 == 0 && d_k % 8 == 0) return honest(p, answer);
  fill(&answer->out, 0);
  fill(&answer->lse, 0);
  return ATTEST_OK;
}
