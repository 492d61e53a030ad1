#include "check/judge/variant.h"

#include <stdlib.h>
#include <string.h>

#include "check/cases/format.h"
#include "check/cases/tensor.h"

/* The name for attest_attention. */
static const char *own_name(const char *name) { return strcmp(name, VARIANT_SELECTED) == 0 ? NULL : name; }

const char *variant_find(const char *name) {
  if (own_name(name) == NULL) return VARIANT_SELECTED;
  for (size_t n = 0; attest_variant_name(n) != NULL; n++)
    if (strcmp(name, attest_variant_name(n)) == 0) return attest_variant_name(n);
  return NULL;
}

attest_status variant_answer(const char *name, const attest_problem *problem, const attest_answer *answer) {
  size_t bytes = 0;
  attest_status status = attest_attention_workspace(problem, answer, own_name(name), 0, &bytes);
  if (status != ATTEST_OK) return status;
  void *const workspace = malloc(bytes);
  status = workspace != NULL ? attest_attention(problem, answer, own_name(name), 0, workspace, bytes) : ATTEST_FAILED;
  free(workspace);
  return status;
}

attest_status variant_compute(const char *name, const attest_problem *problem, double *out, double *lse,
                              double *weights) {
  attest_answer a = {.out = output_make(problem, problem->q.dtype, problem->v.size[ATTEST_COLUMN])};
  if (lse != NULL) a.lse = output_make(problem, format_of(problem->q.dtype)->accumulate, 1);
  if (weights != NULL) a.weights = output_make(problem, problem->q.dtype, problem->k.size[ATTEST_POSITION]);
  const bool whole =
      a.out.data != NULL && (lse == NULL || a.lse.data != NULL) && (weights == NULL || a.weights.data != NULL);
  const attest_status status = whole ? variant_answer(name, problem, &a) : ATTEST_FAILED;
  if (status == ATTEST_OK) {
    output_load_all(&a.out, out);
    if (lse != NULL) output_load_all(&a.lse, lse);
    if (weights != NULL) output_load_all(&a.weights, weights);
  }
  free(a.out.data);
  free(a.lse.data);
  free(a.weights.data);
  return status;
}

/* Whether the variant computes the smallest problem of a type, with these outputs. */
static bool takes(const char *name, attest_dtype dtype, bool weights) {
  double number = 0; /* not read */
  size_t bytes;
  const attest_tensor one = {&number, dtype, {1, 1, 1, 1}, {1, 1, 1, 1}};
  const attest_problem p = {.q = one, .k = one, .v = one};
  const attest_output its = {&number, dtype, {1, 1, 1, 1}, {1, 1, 1, 1}};
  const attest_answer a = {.out = its, .weights = weights ? its : (attest_output){.data = NULL}};
  return attest_attention_workspace(&p, &a, own_name(name), 1, &bytes) == ATTEST_OK;
}

attest_status variant_describe(const char *name, attest_dtype dtype, attest_description *description) {
  description->gives_weights = takes(name, dtype, true);
  if (!takes(name, dtype, false)) return ATTEST_UNSUPPORTED;
  return own_name(name) != NULL ? attest_variant_arithmetic(name, dtype, &description->arithmetic) : ATTEST_OK;
}
