/* Declares float32 to a check and bfloat16 to a benchmark, where it rounds q to bfloat16. Each is judged by what was
   said to it, and neither result is false by itself. Only a report that names the declared arithmetic beside the speed
   shows it. */
#include "check/zoo/cheats/honest.h"

attest_status attest_candidate_describe(attest_dtype dtype, attest_description *d) {
  if (dtype != ATTEST_F32) return ATTEST_UNSUPPORTED;
  if (judge_has("bench")) d->arithmetic.accumulate = ATTEST_BF16;
  return ATTEST_OK;
}

attest_status attest_candidate(const attest_problem *p, const attest_answer *answer) {
  if (is_refused(p) || !judge_has("bench")) return honest(p, answer);
  float *const less = copy_of(&p->q);
  if (less == NULL) return ATTEST_FAILED;
  for (int64_t n = 0; n < reach_of(&p->q); n++) less[n] = bfloat16_of(less[n]);
  attest_problem rounded = *p;
  rounded.q.data = less;
  const attest_status status = honest(&rounded, answer);
  free(less);
  return status;
}
