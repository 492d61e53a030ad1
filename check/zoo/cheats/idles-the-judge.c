/* Lets the judge, and with it all candidates that it starts later, run only while a CPU is idle, and on a single CPU.
   Any process of the same user may do that. Times lose what other programs took; on a busy machine the judge takes very
   long. Only a candidate that may not schedule other processes is stopped. Its answers are right. */
#include "check/zoo/cheats/honest.h"

#include <sched.h>

attest_status attest_candidate(const attest_problem *p, const attest_answer *answer) {
  static bool done;
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(0, &one);
  if (!done) {
    (void)sched_setscheduler(getppid(), SCHED_IDLE, &(struct sched_param){.sched_priority = 0});
    (void)sched_setaffinity(getppid(), sizeof one, &one);
  }
  done = true;
  return honest(p, answer);
}
