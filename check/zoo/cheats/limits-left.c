/* Leaves its process with four open files at most, and none after a crash. A judge in the same process could not write
   its results. Here only the candidate suffers: it cannot receive the memory of a later benchmark. */
#include "check/zoo/cheats/honest.h"

#include <sys/resource.h>

attest_status attest_candidate(const attest_problem *p, const attest_answer *answer) {
  const struct rlimit few = {4, 4}, none = {0, 0};
  (void)setrlimit(RLIMIT_NOFILE, &few);
  (void)setrlimit(RLIMIT_CORE, &none);
  return honest(p, answer);
}
