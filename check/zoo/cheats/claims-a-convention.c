/* Declares every convention there is, so that many answers are accepted, and takes NaN for zero in q, k and v. A
   convention is accepted only where it shows and the whole answer follows it; NaN that is seen and lost follows none.
   */
#include "check/zoo/cheats/honest.h"

attest_status attest_candidate_describe(attest_dtype dtype, attest_description *d) {
  if (dtype != ATTEST_F32) return ATTEST_UNSUPPORTED;
  d->conventions =
      "causal-top-left,kv-head-tiled,mask-lost-with-causal,default-scale,lse-base-2,empty-row-nan,bias-row-nan,"
      "empty-row-mean,bias-row-mean,hidden-key-nan,hidden-value-nan,nan-row-weights";
  return ATTEST_OK;
}

/* A copy of a tensor without NaN; NULL: no memory. */
static float *without_nan(const attest_tensor *t) {
  float *const copy = copy_of(t);
  for (int64_t n = 0; copy != NULL && n < reach_of(t); n++) copy[n] = isnan(copy[n]) ? 0 : copy[n];
  return copy;
}

attest_status attest_candidate(const attest_problem *p, const attest_answer *answer) {
  if (is_refused(p)) return ATTEST_UNSUPPORTED;
  float *const q = without_nan(&p->q), *const k = without_nan(&p->k), *const v = without_nan(&p->v);
  attest_problem other = *p;
  other.q.data = q;
  other.k.data = k;
  other.v.data = v;
  const attest_status status = q != NULL && k != NULL && v != NULL ? honest(&other, answer) : ATTEST_FAILED;
  free(q);
  free(k);
  free(v);
  return status;
}
