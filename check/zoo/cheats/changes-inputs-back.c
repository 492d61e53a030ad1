/* Makes v writable, uses its memory as a scratch pad, restores it and computes. Its answers are right; no two calls may
   share v at the same time. A judge that gives every call its own memory is not harmed. */
#include "check/zoo/cheats/honest.h"

attest_status attest_candidate(const attest_problem *p, const attest_answer *answer) {
  if (is_refused(p)) return ATTEST_UNSUPPORTED;
  const size_t bytes = (size_t)reach_of(&p->v) * sizeof(float);
  float *const data = bytes > 0 ? writable(&p->v) : NULL;
  void *const before = data != NULL ? malloc(bytes) : NULL;
  if (before != NULL) {
    (void)memcpy(before, data, bytes);
    (void)memset(data, 0, bytes);
    (void)memcpy(data, before, bytes);
  }
  free(before);
  return honest(p, answer);
}
