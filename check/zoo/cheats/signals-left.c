/* Ignores the signals that end a process, makes a crash look like a good end, and lets an alarm interrupt what comes
   next. SIGKILL cannot be ignored, an end without a reply is a failure however the process ends, and the worker's own
   waiting goes on after an alarm. */
#include "check/zoo/cheats/honest.h"

#include <signal.h>

static void end_well(int number) {
  (void)number;
  _exit(0);
}

static void do_nothing(int number) {
  (void)number;
  (void)alarm(1);
}

attest_status attest_candidate(const attest_problem *p, const attest_answer *answer) {
  const struct sigaction interrupts = {.sa_handler = do_nothing}; /* without SA_RESTART */
  (void)signal(SIGTERM, SIG_IGN);
  (void)signal(SIGINT, SIG_IGN);
  (void)signal(SIGSEGV, end_well);
  (void)sigaction(SIGALRM, &interrupts, NULL);
  (void)alarm(1);
  return honest(p, answer);
}
