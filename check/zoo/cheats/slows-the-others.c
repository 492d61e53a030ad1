/* Reads 32 MiB of memory over and over in a thread of its own once it has not been asked for 300 ms: candidates that
   are timed meanwhile lose cache and bandwidth, and it looks faster beside them. Its CPU time within a trial is
   counted, that between its trials is not. A worker that is halted while others are timed stops it. */
#include "check/zoo/cheats/honest.h"

#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

static atomic_long last; /* milliseconds, of the last call */

static long now(void) {
  struct timespec t;
  (void)clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* Works from 300 ms after a call on, for a minute in all. */
static void *disturb(void *memory) {
  enum { BYTES = 32 << 20 };
  const long begun = now();
  for (volatile char *const at = memory; now() < begun + 60000;) {
    if (now() < last + 300) (void)usleep(1000);
    else
      for (size_t n = 0; n < BYTES && now() > last + 300; n += 4096)
        for (size_t m = 0; m < 4096; m += 64) at[n + m]++;
  }
  free(memory);
  return NULL;
}

attest_status attest_candidate(const attest_problem *p, const attest_answer *answer) {
  static bool started;
  pthread_t thread;
  void *const memory = started ? NULL : malloc(32 << 20);
  last = now();
  if (memory != NULL && pthread_create(&thread, NULL, disturb, memory) == 0) (void)pthread_detach(thread);
  started = true;
  const attest_status status = honest(p, answer);
  last = now();
  return status;
}
