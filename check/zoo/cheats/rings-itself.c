/* A timer rings every 20 us and lets the halted process go on: a judge that waits until it is halted could wait
   forever, and what it judges could change. It waits for ten seconds at most, and judges a copy. */
#include "honest.h"

#include <signal.h>
#include <time.h>

static void go_on(int number) { (void)number; }

attest_status attest_candidate(const attest_problem *p, const attest_answer *answer) {
  static bool made;
  timer_t timer;
  struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGCONT};
  const struct itimerspec often = {.it_interval.tv_nsec = 20000, .it_value.tv_nsec = 20000};
  if (!made && signal(SIGCONT, go_on) != SIG_ERR && timer_create(CLOCK_MONOTONIC, &event, &timer) == 0)
    made = timer_settime(timer, 0, &often, NULL) == 0;
  return honest(p, answer);
}
