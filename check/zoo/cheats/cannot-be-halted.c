/* A thread waits for a child that never ends, as after vfork: the system does not halt such a process, and a judge that
   waits for it waits forever. It is ended after ten seconds, and the case fails. */
#include "honest.h"

#include <pthread.h>
#include <sched.h>

static char stack[65536] __attribute__((aligned(16)));

static int sleeper(void *unused) {
  for (;;) (void)pause();
  return unused != NULL;
}

static void *blocked(void *unused) {
  (void)clone(sleeper, stack + sizeof stack,
              CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD | CLONE_VFORK, NULL);
  return unused;
}

attest_status attest_candidate(const attest_problem *p, const attest_answer *answer) {
  static pthread_t thread;
  if (thread == 0 && pthread_create(&thread, NULL, blocked, NULL) == 0) (void)usleep(10000);
  return honest(p, answer);
}
