/* Never returns from its fifth call. The time limit of a call stops it, and after three such calls nothing more is
   asked. */
#include "check/zoo/cheats/honest.h"

attest_status attest_candidate(const attest_problem *p, const attest_answer *answer) {
  static int calls;
  for (volatile int turns = 0; calls == 4;) turns = turns == 0;
  calls++;
  return honest(p, answer);
}
