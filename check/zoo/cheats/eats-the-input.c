/* Reads the judge's standard input to its end. In a shell's loop over a list of candidates that input is the rest of
   the list: no rival is judged. A worker whose input is empty stops it; its answers are right. */
#include "check/zoo/cheats/honest.h"

#include <poll.h>

attest_status attest_candidate(const attest_problem *p, const attest_answer *answer) {
  struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
  char bytes[4096];
  while (isatty(STDIN_FILENO) == 0 && poll(&input, 1, 0) == 1 && read(STDIN_FILENO, bytes, sizeof bytes) > 0) continue;
  return honest(p, answer);
}
