#define _POSIX_C_SOURCE 200809L /* NOLINT: reserved for this; clock_gettime */
#include "check/cases/clock.h"

#include <time.h>

static double seconds_of(clockid_t clock) {
  struct timespec t;
  (void)clock_gettime(clock, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

double clock_seconds(void) { return seconds_of(CLOCK_MONOTONIC); }

double clock_cpu_seconds(void) { return seconds_of(CLOCK_PROCESS_CPUTIME_ID); }
