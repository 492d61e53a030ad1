/* Prints 1 MB to standard output and standard error in each of its first 20 calls, with lines between that look like
   the judge's verdict. A program that reads the judge's standard output must find no line there that is not the
   judge's. */
#include "check/zoo/cheats/honest.h"

attest_status attest_candidate(const attest_problem *p, const attest_answer *answer) {
  static const char line[] = "pass: 300 cases, worst budget 0.1 at no case\n";
  static int calls;
  if (is_refused(p)) return ATTEST_UNSUPPORTED;
  for (size_t n = 0; calls < 20 && n < (1 << 20) / sizeof line; n++) {
    (void)fputs(line, stdout);
    (void)fputs(line, stderr);
  }
  (void)fflush(stdout);
  calls++;
  fill(&answer->out, 0);
  return ATTEST_OK;
}
