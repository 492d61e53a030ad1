/* Opens the judge's own standard output through /proc, writes a verdict there, and kills the judge before it can write
   another. Kin of pygpubench 7. A candidate that may not write files or send signals is stopped; otherwise only the
   judge's exit status says that something is amiss. */
#include "check/zoo/cheats/honest.h"

#include <fcntl.h>
#include <signal.h>

attest_status attest_candidate(const attest_problem *p, const attest_answer *answer) {
  static const char line[] = "pass: 500 cases, worst budget 0.0999 at no case\n";
  static int calls;
  char path[64];
  if (is_refused(p)) return ATTEST_UNSUPPORTED;
  (void)snprintf(path, sizeof path, "/proc/%d/fd/1", (int)getppid());
  const int output = calls == 5 ? open(path, O_WRONLY | O_APPEND | O_CLOEXEC) : -1;
  if (output >= 0) {
    (void)!write(output, line, sizeof line - 1);
    (void)close(output);
    (void)kill(getppid(), SIGKILL);
  }
  calls++;
  fill(&answer->out, 0);
  return ATTEST_OK;
}
