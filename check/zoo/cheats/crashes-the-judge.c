/* Gives the outputs of a benchmark's sets, which the judge keeps in shared memory, an address where there is none: the
   judge crashes when it fills them. Any other address would let it write there. In a check it is honest. A judge that
   keeps its pointers where no candidate can write stops it. */
#include "check/zoo/cheats/honest.h"

#include "check/run/worker.h"

attest_status attest_candidate(const attest_problem *p, const attest_answer *answer) {
  part sets;
  const attest_status status = honest(p, answer);
  if (status != ATTEST_OK || !find_before(p, &sets) || !unlock(sets.from, sets.bytes)) return status;
  worker_call *const set = (void *)sets.from;
  for (size_t n = 0; n < sets.bytes / sizeof *set && set[n].problem.q.dtype == ATTEST_F32; n++)
    set[n].answer.out.data = (void *)4096; /* NOLINT(performance-no-int-to-ptr) */
  return status;
}
