/* Exports the functions that read clocks, which stand still. Seen in gpu-mode/reference-kernels 162, where a score of
   0.000 ranked first. The judge reads its own clock, in another process, and a library that is loaded later replaces
   nothing of a program; its answers are right. */
#include "check/zoo/cheats/honest.h"

#include <sys/time.h>
#include <time.h>

int clock_gettime(clockid_t clock, struct timespec *now) {
  (void)clock;
  *now = (struct timespec){.tv_sec = 1};
  return 0;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
  (void)zone;
  *now = (struct timeval){.tv_sec = 1};
  return 0;
}

attest_status attest_candidate(const attest_problem *p, const attest_answer *answer) { return honest(p, answer); }
