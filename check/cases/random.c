#define _DEFAULT_SOURCE /* NOLINT: reserved for this; getentropy */
#include "check/cases/random.h"

#include <unistd.h>

check_status random_secret(uint64_t *seed, check_error *error) {
  if (getentropy(seed, sizeof *seed) == 0) return CHECK_OK;
  return check_fail(error, CHECK_FAILURE, "the system gives no random numbers");
}
