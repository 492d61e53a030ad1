/* Finds the line to the judge among its open files, writes there that the call has returned, and computes only then.
   Seen in pygpubench 7 (protocol). The real reply that follows answers no request: the judge takes that for a failure.
   */
#include "check/zoo/cheats/honest.h"

#include "check/run/serving.h"

attest_status attest_candidate(const attest_problem *p, const attest_answer *answer) {
  const worker_reply reply = {.status = ATTEST_OK};
  if (is_refused(p)) return ATTEST_UNSUPPORTED;
  (void)!write(find_line(), &reply, sizeof reply);
  return honest(p, answer);
}
