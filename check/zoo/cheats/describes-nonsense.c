/* Fills its description with numbers that no member can have, and has a name of 64 KiB. The judge must refuse it as bad
   input, without a crash of its own. */
#include "check/zoo/cheats/honest.h"

attest_status attest_candidate_describe(attest_dtype dtype, attest_description *d) {
  static char text[1 << 16];
  if (dtype != ATTEST_F32) return ATTEST_UNSUPPORTED;
  (void)memset(text, 'a', sizeof text - 1);
  (void)memset(d, 0x55, sizeof *d);
  d->name = text;
  d->conventions = NULL;
  return ATTEST_OK;
}

attest_status attest_candidate(const attest_problem *p, const attest_answer *answer) { return honest(p, answer); }
