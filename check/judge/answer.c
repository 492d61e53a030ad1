#include "check/judge/answer.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "check/cases/case.h"
#include "check/cases/tensor.h"
#include "check/judge/explain.h"

/* Finds out whether memory between the elements of a tensor was written. */
static check_status find_gap(const attest_output *t, bool *disturbed, check_error *error) {
  const int64_t elements = tensor_count(t->size);
  int64_t reach = 1, at[4];
  for (int d = 0; d < 4; d++) reach += (t->size[d] - 1) * t->stride[d];
  *disturbed = false;
  if (elements == 0 || reach == elements) return CHECK_OK;
  const size_t size = attest_dtype_size(t->dtype);
  bool *holds = calloc((size_t)reach, sizeof *holds);
  if (holds == NULL) return check_fail(error, CHECK_FAILURE, "not enough memory to judge the case");
  for (bool more = tensor_first(t->size, at); more; more = tensor_next(t->size, at))
    holds[at[0] * t->stride[0] + at[1] * t->stride[1] + at[2] * t->stride[2] + at[3] * t->stride[3]] = true;
  const unsigned char *byte = t->data;
  for (int64_t o = 0; o < reach; o++)
    for (size_t n = 0; n < size; n++, byte++)
      if (!holds[o] && *byte != ARENA_PATTERN) *disturbed = true;
  free(holds);
  return CHECK_OK;
}

/* Sets the verdict if memory outside the outputs was written. */
static check_status judge_memory(const attest_answer *answer, const arena *memory, verdict *v, check_error *error) {
  const arena_array *disturbed = arena_disturbed(memory);
  const attest_output *const outputs[] = {&answer->out, &answer->lse, &answer->weights};
  const char *between = NULL; /* the output between whose rows something was written */
  check_status status = CHECK_OK;
  for (int n = 0; n < 3 && status == CHECK_OK && between == NULL; n++) {
    bool gap = false;
    if (outputs[n]->data != NULL) status = find_gap(outputs[n], &gap, error);
    if (gap) between = case_tensor_name((case_tensor)(CASE_OUT + n));
  }
  if (disturbed != NULL) (void)snprintf(v->text, sizeof v->text, "memory beside %s was written", disturbed->name);
  else if (between != NULL)
    (void)snprintf(v->text, sizeof v->text, "memory between the rows of %s was written", between);
  if (disturbed == NULL && between == NULL) return status;
  v->kind = VERDICT_OUTSIDE;
  v->budget = HUGE_VAL;
  return status;
}

check_status answer_judge(const attest_problem *problem, const attest_answer *answer,
                          const attest_arithmetic *arithmetic, const convention_policy *policy, const arena *memory,
                          verdict *v, check_error *error) {
  const explain_terms terms = {problem, answer, arithmetic, *policy, memory != NULL};
  *v = (verdict){.kind = VERDICT_PASS};
  const check_status status = memory != NULL ? judge_memory(answer, memory, v, error) : CHECK_OK;
  if (status != CHECK_OK || v->kind != VERDICT_PASS) return status;
  return explain_verdict(&terms, v, error);
}
