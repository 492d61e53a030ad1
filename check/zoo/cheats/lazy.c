/* Returns at once, and computes a call at the beginning of the next. Seen in gpu-mode/reference-kernels 104 and among
   SOL-ExecBench's detectors [Lin2026]. An output that is read before the next call is unwritten, and the memory of a
   call that has returned cannot be touched. */
#include "check/zoo/cheats/honest.h"

attest_status attest_candidate(const attest_problem *p, const attest_answer *answer) {
  static attest_problem problem;
  static attest_answer its;
  static bool waits;
  if (is_refused(p)) return ATTEST_UNSUPPORTED;
  if (waits) (void)honest(&problem, &its);
  problem = *p;
  its = *answer;
  waits = true;
  return ATTEST_OK;
}
