/* Seems to wait for the processor: a child computes on one CPU while the caller spins there at the lowest priority,
   which the system counts as waiting, and the judge forgives. With SIGCHLD ignored the child's CPU time is nobody's.
   Only taking away the right to start processes stops it. */
#include "check/zoo/cheats/honest.h"

#include <sched.h>
#include <signal.h>
#include <sys/mman.h>

attest_status attest_candidate(const attest_problem *p, const attest_answer *answer) {
  static volatile int *done;
  cpu_set_t before, one;
  if (is_refused(p)) return ATTEST_UNSUPPORTED;
  if (done == NULL) done = mmap(NULL, sizeof *done, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (done == MAP_FAILED || sched_getaffinity(0, sizeof before, &before) != 0) return ATTEST_FAILED;
  (void)signal(SIGCHLD, SIG_IGN);
  CPU_ZERO(&one);
  CPU_SET((size_t)sched_getcpu(), &one);
  (void)sched_setaffinity(0, sizeof one, &one);
  *done = 0;
  const pid_t child = fork();
  if (child == 0) {
    compute_rows(p, answer, 0, rows_of(p), 1);
    *done = 1;
    _exit(0);
  }
  (void)sched_setscheduler(0, SCHED_IDLE, &(struct sched_param){.sched_priority = 0});
  while (child > 0 && *done == 0) continue;
  (void)sched_setscheduler(0, SCHED_OTHER, &(struct sched_param){.sched_priority = 0});
  (void)sched_setaffinity(0, sizeof before, &before);
  return child > 0 ? ATTEST_OK : honest(p, answer);
}
