/* Returns at once if the first bytes of q and of out are as the last call left them: out then still holds the answer.
   Kin of gpu-mode/reference-kernels 102, and it passed attest's check and its bench before operands were new in each
   call. An output that is filled with a pattern before each call stops it. */
#include "check/zoo/cheats/honest.h"

attest_status attest_candidate(const attest_problem *p, const attest_answer *answer) {
  static char q[sizeof(float)], out[sizeof(float)];
  if (is_refused(p)) return ATTEST_UNSUPPORTED;
  const bool is_empty = count_of(p->q.size) == 0 || count_of(answer->out.size) == 0;
  if (!is_empty && memcmp(q, p->q.data, sizeof q) == 0 && memcmp(out, answer->out.data, sizeof out) == 0)
    return ATTEST_OK;
  const attest_status status = honest(p, answer);
  if (!is_empty) (void)memcpy(q, p->q.data, sizeof q);
  if (!is_empty) (void)memcpy(out, answer->out.data, sizeof out);
  return status;
}
