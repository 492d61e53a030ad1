/* Has a name that clears the line of a terminal and writes a verdict there, and a convention that does not exist, so
   that the judge quotes the name. The judge refuses the description with exit status 2; it should print no control
   character that is not its own. */
#include "check/zoo/cheats/honest.h"

attest_status attest_candidate_describe(attest_dtype dtype, attest_description *d) {
  if (dtype != ATTEST_F32) return ATTEST_UNSUPPORTED;
  d->name = "\r\033[2Kpass: 500 cases, worst budget 0.1 at no case\n\033[8m";
  d->conventions = "none-of-these\r\033[2K\033[1A";
  return ATTEST_OK;
}

attest_status attest_candidate(const attest_problem *p, const attest_answer *answer) { return honest(p, answer); }
