#include "check/judge/reference.h"

#include <stdlib.h>

/* An array as a contiguous tensor. The stride of a single batch does not matter; it is 0, because the product may
   overflow. */
static attest_output contiguous(const attest_problem *p, double *data, int64_t columns) {
  const int64_t heads = p->q.size[ATTEST_HEAD], rows = p->q.size[ATTEST_POSITION], head = rows * columns;
  return (attest_output){.data = data,
                         .dtype = ATTEST_F64,
                         .size = {p->q.size[ATTEST_BATCH], heads, rows, columns},
                         .stride = {p->q.size[ATTEST_BATCH] > 1 ? heads * head : 0, head, columns, 1}};
}

attest_status reference_compute(const attest_problem *p, double *out, double *lse, double *weights) {
  attest_status status = attest_problem_check(p);
  if (status != ATTEST_OK) return status;
  const attest_answer answer = {.out = contiguous(p, out, p->v.size[ATTEST_COLUMN]),
                                .lse = contiguous(p, lse, 1),
                                .weights = contiguous(p, weights, p->k.size[ATTEST_POSITION])};
  size_t bytes;
  status = attest_reference_workspace(p, &answer, &bytes);
  if (status != ATTEST_OK) return status;
  void *workspace = malloc(bytes > 0 ? bytes : 1);
  if (workspace == NULL) return ATTEST_FAILED;
  status = attest_reference(p, &answer, workspace, bytes);
  free(workspace);
  return status;
}
