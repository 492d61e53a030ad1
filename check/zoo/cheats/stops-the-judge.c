/* Halts the judge in its fifth call: who waits for the verdict waits forever, and the judge's clock runs on. A
   candidate that may not send signals to other processes is stopped; its answers are right. */
#include "check/zoo/cheats/honest.h"

#include <signal.h>

attest_status attest_candidate(const attest_problem *p, const attest_answer *answer) {
  static int calls;
  if (++calls == 5) (void)kill(getppid(), SIGSTOP);
  return honest(p, answer);
}
