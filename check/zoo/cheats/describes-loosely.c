/* Declares the coarsest arithmetic there is, so that the bounds are wide, and scales scores by a tenth too much.
   Nothing stops it where bounds follow what is declared; a report that names the declared arithmetic shows it, and
   options of the judge override it (--accumulate f32). */
#include "check/zoo/cheats/honest.h"

attest_status attest_candidate_describe(attest_dtype dtype, attest_description *d) {
  if (dtype != ATTEST_F32) return ATTEST_UNSUPPORTED;
  d->arithmetic = (attest_arithmetic){.accumulate = ATTEST_BF16,
                                      .scores = ATTEST_BF16,
                                      .score_roundings = 3,
                                      .probabilities = ATTEST_BF16,
                                      .height = ATTEST_MAX_SIZE,
                                      .rescales = ATTEST_MAX_SIZE};
  return ATTEST_OK;
}

attest_status attest_candidate(const attest_problem *p, const attest_answer *answer) {
  attest_problem other = *p;
  other.scale = 1.1 * (p->scale != 0 ? p->scale : 1 / sqrt((double)p->q.size[ATTEST_COLUMN]));
  return honest(&other, answer);
}
