/* Reads the 64 bytes behind k before it computes, as a kernel that loads whole vectors does. The page behind an array
   cannot be read, and some cases put k at the end of its own page: it crashes there. */
#include "check/zoo/cheats/honest.h"

attest_status attest_candidate(const attest_problem *p, const attest_answer *answer) {
  enum { BEHIND = 16 };
  static volatile float sink;
  if (is_refused(p)) return ATTEST_UNSUPPORTED;
  const volatile float *const end = (const float *)p->k.data + reach_of(&p->k);
  for (int n = 0; n < BEHIND; n++) sink = end[n];
  (void)sink;
  return honest(p, answer);
}
