/* Leaves another working directory and another mask for new files. A judge in the same process would write its results
   elsewhere, for nobody to read. Here only the candidate's process has them; its answers are right. */
#include "check/zoo/cheats/honest.h"

attest_status attest_candidate(const attest_problem *p, const attest_answer *answer) {
  (void)!chdir("/");
  (void)umask(0777);
  return honest(p, answer);
}
