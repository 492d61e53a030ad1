#include "check/judge/judge.h"

#include <math.h>
#include <stdlib.h>

#include "check/cases/tensor.h"
#include "check/judge/answer.h"
#include "check/judge/reference.h"
#include "check/judge/variant.h"

enum { OUT = 0, LSE = CASE_LSE - CASE_OUT, WEIGHTS = CASE_WEIGHTS - CASE_OUT, Y = CASE_Y - CASE_OUT };

double judge_tolerance(const attention_case *c) {
  if (!isnan(c->tolerance)) return c->tolerance;
  switch (c->array[case_main_tensor(c)].dtype) {
  case NPY_F64:
    return 1e-12;
  case NPY_F32:
    return 2e-6;
  case NPY_F16:
    return 5e-4;
  default:
    return 4e-3;
  }
}

static check_status no_memory(const attention_case *c, check_error *error) {
  (void)check_fail(error, CHECK_FAILURE, "%s: not enough memory for the reference", c->path);
  return CHECK_FAILURE;
}

static check_status refused(const attention_case *c, attest_status status, check_error *error) {
  return check_fail(error, CHECK_BAD_INPUT, "%s: %s", c->path, attest_strerror(status));
}

/* An output's array of double. */
static double *allocate(const attention_case *c, int output) {
  int64_t size[ATTEST_AXES], bytes;
  case_tensor_size(c, (case_tensor)(CASE_OUT + output), size);
  return npy_bytes(NPY_F64, 4, size, &bytes) ? malloc(bytes > 0 ? (size_t)bytes : 1) : NULL;
}

static check_status compute_attention(const attention_case *c, const char *variant, judge_answer *answer,
                                      check_error *error) {
  double *const out = answer->output[OUT], *const lse = answer->output[LSE], *const weights = answer->output[WEIGHTS];
  const attest_status status = variant != NULL ? variant_compute(variant, &c->problem, out, lse, weights)
                                               : reference_compute(&c->problem, out, lse, weights);
  if (status == ATTEST_UNSUPPORTED)
    return check_fail(error, CHECK_BAD_INPUT, "%s: %s does not compute this problem", c->path, variant);
  if (status == ATTEST_FAILED) return no_memory(c, error);
  return status == ATTEST_OK ? CHECK_OK : refused(c, status, error);
}

/* The layer has no batches: each sequence runs alone and attends to its first kv_len rows. */
static check_status compute_layer(const attention_case *c, double *y, check_error *error) {
  const int64_t rows = c->size[CASE_Q_LEN];
  size_t bytes;
  attest_status status = attest_multi_head_workspace(&c->layer, rows, rows, &bytes);
  if (status != ATTEST_OK) return refused(c, status, error);
  void *workspace = malloc(bytes > 0 ? bytes : 1);
  if (workspace == NULL) return no_memory(c, error);
  for (int64_t b = 0; status == ATTEST_OK && b < c->size[CASE_BATCH] && rows > 0; b++) {
    const int64_t start = b * rows * c->layer.d_model;
    const double *x = c->wide[CASE_X] + start;
    const int64_t kv_len = c->kv_len != NULL ? c->kv_len[b] : rows;
    status = attest_multi_head_forward(&c->layer, x, rows, x, kv_len, c->problem.causal, y + start, workspace, bytes);
  }
  free(workspace);
  return status == ATTEST_OK ? CHECK_OK : refused(c, status, error);
}

check_status judge_compute(const attention_case *c, const char *variant, const bool wanted[JUDGE_OUTPUTS],
                           judge_answer *answer, check_error *error) {
  *answer = (judge_answer){{NULL}};
  const bool attention = wanted[OUT] || wanted[LSE] || wanted[WEIGHTS];
  for (int n = 0; n < JUDGE_OUTPUTS; n++) {
    if (!wanted[n] && !(n == OUT && attention)) continue; /* the reference always computes out */
    answer->output[n] = allocate(c, n);
    if (answer->output[n] == NULL) return no_memory(c, error);
  }
  check_status status = CHECK_OK;
  if (attention) status = compute_attention(c, variant, answer, error);
  if (status == CHECK_OK && wanted[Y]) status = compute_layer(c, answer->output[Y], error);
  return status;
}

void judge_free(judge_answer *answer) {
  for (int n = 0; n < JUDGE_OUTPUTS; n++) free(answer->output[n]);
  *answer = (judge_answer){{NULL}};
}

/* |stored - reference|. NaN is never right, and an infinity only if both are the same. */
static double absolute_error(double reference, double stored) {
  if (isfinite(reference) && isfinite(stored)) return fabs(stored - reference);
  return reference == stored ? 0.0 : (double)INFINITY;
}

static judge_difference compare(const attest_tensor *stored, const double *reference, double tolerance) {
  judge_difference worst = {.judged = true, .error = -1.0};
  int64_t at[ATTEST_AXES];
  for (bool more = tensor_first(stored->size, at); more; more = tensor_next(stored->size, at)) {
    const double right = *reference++, found = tensor_element(stored, at), error = absolute_error(right, found);
    if (error > worst.error)
      worst = (judge_difference){true,  false,
                                 error, {at[ATTEST_BATCH], at[ATTEST_HEAD], at[ATTEST_POSITION], at[ATTEST_COLUMN]},
                                 right, found};
  }
  if (worst.error < 0.0) worst.error = 0.0; /* no elements */
  worst.pass = worst.error <= tolerance;
  return worst;
}

static check_status judge_outputs(const attention_case *c, const bool wanted[JUDGE_OUTPUTS], judge_verdict *result,
                                  check_error *error) {
  judge_answer answer;
  const check_status status = judge_compute(c, NULL, wanted, &answer, error);
  for (int n = 0; status == CHECK_OK && n < JUDGE_OUTPUTS; n++) {
    if (!wanted[n]) continue;
    result->output[n] = compare(&c->tensor[CASE_OUT + n], answer.output[n], result->tolerance);
    result->judged = true;
    result->pass = result->pass && result->output[n].pass;
  }
  judge_free(&answer);
  return status;
}

check_status judge_case(const attention_case *c, judge_verdict *result, check_error *error) {
  *result = (judge_verdict){.tolerance = judge_tolerance(c), .pass = true};
  return judge_outputs(c, c->present + CASE_OUT, result, error);
}

/* Judges each present one of out, lse and weights by its bounds, and all of them together. */
static check_status judge_bounds(const attention_case *c, const attest_arithmetic *arithmetic,
                                 const convention_policy *policy, judge_verdict *result, check_error *error) {
  const attest_answer all = case_answer(c);
  expected e;
  check_status status = expected_make(&c->problem, &all, arithmetic, &e, error);
  for (int n = OUT; status == CHECK_OK && n <= WEIGHTS; n++) {
    if (!c->present[CASE_OUT + n]) continue;
    attest_answer one = {.out = {.data = NULL}};
    attest_output *const part[] = {[OUT] = &one.out, [LSE] = &one.lse, [WEIGHTS] = &one.weights};
    *part[n] = tensor_writable(&c->tensor[CASE_OUT + n]);
    verdict_of_expected(&e, &one, false, &result->bound[n]);
    result->bounded[n] = result->judged = true;
  }
  expected_free(&e);
  if (status == CHECK_OK) status = answer_judge(&c->problem, &all, arithmetic, policy, NULL, &result->whole, error);
  result->pass = !verdict_fails(result->whole.kind);
  const double rows = (double)c->size[CASE_BATCH] * (double)c->size[CASE_Q_HEADS] * (double)c->size[CASE_Q_LEN];
  if (result->pass && verdict_is_vague(&result->whole, rows)) /* right, as far as one can tell */
    (void)snprintf(result->whole.text, sizeof result->whole.text, VERDICT_VAGUE);
  return status;
}

check_status judge_bounded(const attention_case *c, const attest_arithmetic *arithmetic,
                           const convention_policy *policy, judge_verdict *result, check_error *error) {
  if (!isnan(c->tolerance)) return judge_case(c, result, error);
  const bool only_y[JUDGE_OUTPUTS] = {[Y] = c->present[CASE_Y]};
  *result = (judge_verdict){.tolerance = judge_tolerance(c), .pass = true};
  const bool attention = c->present[CASE_OUT] || c->present[CASE_LSE] || c->present[CASE_WEIGHTS];
  const check_status status = attention ? judge_bounds(c, arithmetic, policy, result, error) : CHECK_OK;
  return status == CHECK_OK ? judge_outputs(c, only_y, result, error) : status;
}
