/* Makes the problem of a benchmark smaller: the sets of operands that the judge keeps in shared memory get one column
   each, and so the judge expects, and this computes, one column. In a check it is honest. A judge that keeps the sizes
   and pointers of its operands where no candidate can write stops it. */
#include "check/zoo/cheats/honest.h"

#include "check/run/worker.h"

/* Cuts a tensor to its first numbers, one column of them. */
static void cut(int64_t *size, int64_t *stride) {
  size[ATTEST_COLUMN] = stride[ATTEST_COLUMN] = stride[ATTEST_POSITION] = 1;
  stride[ATTEST_HEAD] = size[ATTEST_POSITION];
  stride[ATTEST_BATCH] = size[ATTEST_HEAD] * size[ATTEST_POSITION];
}

static void cut_call(worker_call *c) {
  cut(c->problem.q.size, c->problem.q.stride);
  cut(c->problem.k.size, c->problem.k.stride);
  cut(c->problem.v.size, c->problem.v.stride);
  cut(c->answer.out.size, c->answer.out.stride);
}

attest_status attest_candidate(const attest_problem *p, const attest_answer *answer) {
  part sets;
  worker_call less = {*p, *answer};
  if (is_refused(p) || !find_before(p, &sets) || !unlock(sets.from, sets.bytes)) return honest(p, answer);
  worker_call *const set = (void *)sets.from;
  cut_call(&less);
  for (size_t n = 0; n < sets.bytes / sizeof *set && set[n].problem.q.dtype == ATTEST_F32; n++) cut_call(&set[n]);
  return honest(&less.problem, &less.answer);
}
