/* Writes three bytes to the line to its judge, so that all later replies are read out of step. Kin of pygpubench 7
   (protocol). A reply whose texts do not end, or a byte that answers no request, is a failure of the candidate. */
#include "check/zoo/cheats/honest.h"

attest_status attest_candidate(const attest_problem *p, const attest_answer *answer) {
  (void)!write(find_line(), "yes", 3);
  return honest(p, answer);
}
