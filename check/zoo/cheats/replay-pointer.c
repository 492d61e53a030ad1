/* Keeps each answer by the pointers of q, k, v and out, and gives it again when they return. Seen in
   gpu-mode/reference-kernels 102 and starter-kit 21. The judge fills the same memory with other numbers: the bounds
   stop it. */
#include "check/zoo/cheats/honest.h"

attest_status attest_candidate(const attest_problem *p, const attest_answer *answer) {
  enum { MOST = 64 };
  static struct {
    const void *at[ATTEST_AXES];
    kept its;
  } known[MOST];
  static size_t calls;
  const void *const at[] = {p->q.data, p->k.data, p->v.data, answer->out.data};
  if (is_refused(p)) return ATTEST_UNSUPPORTED;
  for (size_t n = 0; n < MOST; n++)
    if (fits(&known[n].its, answer) && memcmp(known[n].at, at, sizeof at) == 0) {
      give(&known[n].its, answer);
      return ATTEST_OK;
    }
  const attest_status status = honest(p, answer);
  keep(answer, &known[calls % MOST].its);
  (void)memcpy(known[calls++ % MOST].at, at, sizeof at);
  return status;
}
