/* Takes 256 MiB, touches all of it and keeps it. Its answers are right. A limit on a candidate's memory is large enough
   for honest kernels, and so for this; the memory returns to the system with the process. */
#include "check/zoo/cheats/honest.h"

attest_status attest_candidate(const attest_problem *p, const attest_answer *answer) {
  enum { BYTES = 256 << 20 };
  static char *eaten;
  if (eaten == NULL && (eaten = malloc(BYTES)) != NULL) (void)memset(eaten, 1, BYTES);
  return honest(p, answer);
}
