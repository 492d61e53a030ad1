/* Attaches to the judge as a debugger, which could change anything in it, detaches and gives zeros. Seen in pygpubench
   7. A candidate that may not trace other processes is stopped; the zeros fail either way. */
#include "check/zoo/cheats/honest.h"

#include <sys/ptrace.h>
#include <sys/wait.h>

attest_status attest_candidate(const attest_problem *p, const attest_answer *answer) {
  static bool tried;
  if (is_refused(p)) return ATTEST_UNSUPPORTED;
  const pid_t judge = getppid();
  if (!tried && ptrace(PTRACE_ATTACH, judge, NULL, NULL) == 0) {
    (void)waitpid(judge, NULL, __WALL);
    (void)ptrace(PTRACE_DETACH, judge, NULL, NULL);
  }
  tried = true;
  fill(&answer->out, 0);
  return ATTEST_OK;
}
