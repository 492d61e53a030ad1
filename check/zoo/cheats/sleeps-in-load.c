/* Sleeps for 3 seconds while it is loaded, as a library does that compiles its kernels. No limit of a call may count
   that; its answers are right. */
#include "check/zoo/cheats/honest.h"

static __attribute__((constructor)) void take_time(void) { (void)sleep(3); }

attest_status attest_candidate(const attest_problem *p, const attest_answer *answer) { return honest(p, answer); }
