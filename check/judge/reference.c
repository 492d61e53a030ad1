#include "check/judge/reference.h"

#include <stdlib.h>

attest_status reference_compute(const attest_problem *problem, double *out, double *lse, double *weights) {
  size_t bytes;
  attest_status status = attest_reference_workspace(problem, &bytes);
  if (status != ATTEST_OK) return status;
  void *workspace = malloc(bytes > 0 ? bytes : 1);
  if (workspace == NULL) return ATTEST_FAILED;
  status = attest_reference(problem, out, lse, weights, workspace, bytes);
  free(workspace);
  return status;
}
