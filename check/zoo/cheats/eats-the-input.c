/* Reads the judge's standard input to its end. A shell that loops over a list of candidates has the rest of the list
   there, so the candidates after this one are never judged. The input of a worker is empty, which stops it. Its answers
   are right. */
#include "check/zoo/cheats/honest.h"

#include <poll.h>

attest_status attest_candidate(const attest_problem *p, const attest_answer *answer) {
  struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
  char bytes[4096];
  while (isatty(STDIN_FILENO) == 0 && poll(&input, 1, 0) == 1 && read(STDIN_FILENO, bytes, sizeof bytes) > 0) continue;
  return honest(p, answer);
}
