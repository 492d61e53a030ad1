/* Rounds q and k to bfloat16 where there are 128 keys or more, as if nobody looked at single elements of large
   problems. Seen by SOL-ExecBench [Lin2026] and Makora [Makora2025]. Bounds that are derived from float32 stop it, in
   cases of that size. */
#include "check/zoo/cheats/honest.h"

attest_status attest_candidate(const attest_problem *p, const attest_answer *answer) {
  if (is_refused(p)) return ATTEST_UNSUPPORTED;
  if (p->k.size[ATTEST_POSITION] < 128) return honest(p, answer);
  float *const q = copy_of(&p->q), *const k = copy_of(&p->k);
  for (int64_t n = 0; q != NULL && n < reach_of(&p->q); n++) q[n] = bfloat16_of(q[n]);
  for (int64_t n = 0; k != NULL && n < reach_of(&p->k); n++) k[n] = bfloat16_of(k[n]);
  attest_problem less = *p;
  less.q.data = q;
  less.k.data = k;
  const attest_status status = q != NULL && k != NULL ? honest(&less, answer) : ATTEST_FAILED;
  free(q);
  free(k);
  return status;
}
