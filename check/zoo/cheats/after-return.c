/* Starts a thread that computes, and returns without waiting for it. Seen in gpu-mode/reference-kernels 161 (work on
   another stream). The memory of a call cannot be touched once it has returned: the thread crashes. Where it is fast
   enough to finish, it has gained nothing. */
#include "check/zoo/cheats/honest.h"

#include <pthread.h>

typedef struct call {
  attest_problem problem;
  attest_answer answer;
} call;

static void *compute(void *of) {
  const call *const c = of;
  (void)honest(&c->problem, &c->answer);
  free(of);
  return NULL;
}

attest_status attest_candidate(const attest_problem *p, const attest_answer *answer) {
  pthread_t thread;
  call *const c = malloc(sizeof *c);
  if (is_refused(p) || c == NULL) {
    free(c);
    return ATTEST_UNSUPPORTED;
  }
  *c = (call){*p, *answer};
  if (pthread_create(&thread, NULL, compute, c) == 0) (void)pthread_detach(thread);
  return ATTEST_OK;
}
