/* Sleeps in each call for 9 seconds, a little less than the judge waits for one: 500 cases take more than an hour. No
   limit of a single call stops it; only one of the whole run would. Its answers are right. */
#include "check/zoo/cheats/honest.h"

attest_status attest_candidate(const attest_problem *p, const attest_answer *answer) {
  (void)sleep(9);
  return honest(p, answer);
}
