#define _DEFAULT_SOURCE /* NOLINT: reserved for this; getentropy */
#include "check/cases/random.h"

#include <time.h>
#include <unistd.h>

uint64_t random_secret(void) {
  uint64_t seed = 0;
  struct timespec now = {.tv_sec = 0};
  if (getentropy(&seed, sizeof seed) == 0) return seed;
  (void)clock_gettime(CLOCK_REALTIME, &now); /* an old system: hard to guess at least */
  return random_bits_at((uint64_t)now.tv_sec, (uint64_t)now.tv_nsec);
}
