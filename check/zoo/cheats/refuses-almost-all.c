/* Supports problems with a single key and no option only, where an answer is a row of v. It passes what it is asked.
   Only the report stops it: it lists what no case judged, and a refusal never counts as a pass. */
#include "check/zoo/cheats/honest.h"

attest_status attest_candidate_describe(attest_dtype dtype, attest_description *d) {
  if (dtype != ATTEST_F32) return ATTEST_UNSUPPORTED;
  d->gives_lse = false;
  d->supports = (attest_supports){.keys_most = 1,
                                  .top_left = ATTEST_NO,
                                  .bottom_right = ATTEST_NO,
                                  .offset = ATTEST_NO,
                                  .window = ATTEST_NO,
                                  .mask = ATTEST_NO,
                                  .bias = ATTEST_NO,
                                  .kv_len = ATTEST_NO,
                                  .sink = ATTEST_NO};
  return ATTEST_OK;
}

attest_status attest_candidate(const attest_problem *p, const attest_answer *answer) {
  const bool has_options = p->causal || p->windowed || p->mask.data != NULL || p->bias.data != NULL ||
                           p->kv_len != NULL || p->sink != NULL || answer->lse.data != NULL;
  return is_refused(p) || has_options || p->k.size[ATTEST_POSITION] != 1 ? ATTEST_UNSUPPORTED : honest(p, answer);
}
