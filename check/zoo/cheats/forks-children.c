/* Starts ten processes, each in a session of its own, that sleep for an hour. Its answers are right. The judge adopts
   them and ends them with the candidate, or lets it start none; nothing may be left after the verdict. */
#include "check/zoo/cheats/honest.h"

attest_status attest_candidate(const attest_problem *p, const attest_answer *answer) {
  static bool started;
  for (int n = 0; !started && n < 10; n++) {
    if (fork() != 0) continue;
    (void)setsid();
    (void)sleep(3600);
    _exit(0);
  }
  started = true;
  return honest(p, answer);
}
