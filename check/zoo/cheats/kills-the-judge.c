/* Kills the judge: no verdict, and results that are half-written. A candidate that may not send signals to other
   processes is stopped; otherwise the judge's exit status says that it was killed. */
#include "check/zoo/cheats/honest.h"

#include <signal.h>

attest_status attest_candidate(const attest_problem *p, const attest_answer *answer) {
  (void)kill(getppid(), SIGKILL);
  return honest(p, answer);
}
