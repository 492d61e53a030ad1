/* Ends its process with status 0 while it is loaded. A candidate that cannot be loaded and described is bad input. */
#include "check/zoo/cheats/honest.h"

static __attribute__((constructor)) void end_at_once(void) { _exit(0); }

attest_status attest_candidate(const attest_problem *p, const attest_answer *answer) { return honest(p, answer); }
