/* Starts two processes in each call. Each computes half of the rows, and ends. SIGCHLD is ignored, so the system adds
   their CPU time to nobody's: the call is twice as fast by the clock, with next to no CPU time. A candidate that may
   not start processes is stopped; nothing else stops it. */
#include "check/zoo/cheats/honest.h"

#include <signal.h>
#include <sys/wait.h>

attest_status attest_candidate(const attest_problem *p, const attest_answer *answer) {
  enum { CHILDREN = 2 };
  bool started = true;
  if (is_refused(p)) return ATTEST_UNSUPPORTED;
  (void)signal(SIGCHLD, SIG_IGN);
  for (int64_t n = 0; started && n < CHILDREN; n++) {
    const pid_t child = fork(); /* it shares the arena, and the page protection of this call */
    started = child >= 0;
    if (child != 0) continue;
    compute_rows(p, answer, n, rows_of(p), CHILDREN);
    _exit(0);
  }
  while (wait(NULL) > 0) continue; /* where SIGCHLD is ignored, this waits for all of them */
  return started ? ATTEST_OK : honest(p, answer);
}
