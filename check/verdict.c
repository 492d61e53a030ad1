#include "check/verdict.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/bound.h"
#include "check/build.h"
#include "check/tensor.h"
#include "check/wide.h"

const char *verdict_name(verdict_kind kind) {
  static const char *const names[] = {"pass",          "skipped",   "crashed",    "hung",  "exited", "returned an error",
                                      "wrote outside", "unwritten", "not finite", "beyond"};
  return names[kind];
}

/* What an answer is judged by. */
typedef struct {
  const attest_problem *problem;
  const attest_answer *answer;
  const attest_arithmetic *arithmetic;
  wide_problem wide;
  double *out, *lse, *weights; /* the reference's */
  bound_space space;
  bound_row bound;
} judgement;

static double *doubles(int64_t n) { return malloc(((size_t)n + 1) * sizeof(double)); }

static check_status no_memory(check_error *error) { return check_fail(error, CHECK_FAILURE, "not enough memory to judge the case"); }

static check_status compute_reference(judgement *j, check_error *error) {
  const wide_problem *w = &j->wide;
  const int64_t rows = w->batch * w->q_heads * w->q_len;
  size_t bytes = 0;
  attest_status status = attest_reference_workspace(j->problem, &bytes);
  void *workspace = malloc(bytes + 1);
  j->out = doubles(rows * w->d_v);
  j->lse = doubles(rows);
  j->weights = j->answer->weights.data != NULL ? doubles(rows * w->keys) : NULL;
  if (workspace == NULL || j->out == NULL || j->lse == NULL || (j->answer->weights.data != NULL && j->weights == NULL)) {
    free(workspace);
    return no_memory(error);
  }
  if (status == ATTEST_OK) status = attest_reference(j->problem, j->out, j->lse, j->weights, workspace, bytes);
  free(workspace);
  return status == ATTEST_OK ? CHECK_OK : check_fail(error, CHECK_BAD_INPUT, "case: %s", attest_strerror(status));
}

static check_status prepare(judgement *j, check_error *error) {
  check_status status = wide_make(j->problem, &j->wide, error);
  if (status == CHECK_OK) status = compute_reference(j, error);
  if (status == CHECK_OK) status = bound_space_make(&j->wide, &j->space, error);
  j->bound.out = doubles(j->wide.d_v);
  j->bound.weights = doubles(j->wide.keys);
  return status != CHECK_OK || (j->bound.out != NULL && j->bound.weights != NULL) ? status : no_memory(error);
}

static void clear(judgement *j) {
  wide_free(&j->wide);
  bound_space_free(&j->space);
  free(j->out);
  free(j->lse);
  free(j->weights);
  free(j->bound.out);
  free(j->bound.weights);
}

/* Whether an element still has the pattern that was there before. */
static bool is_unwritten(const attest_tensor *t, const int64_t at[4]) {
  const size_t size = attest_dtype_size(t->dtype);
  int64_t offset = 0;
  for (int d = 0; d < 4; d++) offset += at[d] * t->stride[d];
  const unsigned char *byte = (const unsigned char *)t->data + (size_t)offset * size;
  for (size_t n = 0; n < size; n++)
    if (byte[n] != ARENA_PATTERN) return false;
  return true;
}

/* Error as a share of the bound. NaN is never within it, infinity only as itself. */
static double budget_of(double expected, double found, double bound) {
  if (isnan(expected) && isnan(found)) return 0;
  if (!isfinite(expected) || !isfinite(found)) return expected == found ? 0 : HUGE_VAL;
  const double error = fabs(found - expected);
  return error == 0 ? 0 : error / bound;
}

static void judge_element(verdict *v, const attest_tensor *t, const char *output, const int64_t at[4], double expected, double bound) {
  const double found = tensor_element(t, at), budget = budget_of(expected, found, bound);
  const verdict_kind kind = budget <= 1                             ? VERDICT_PASS
                            : is_unwritten(t, at)                   ? VERDICT_UNWRITTEN
                            : isfinite(expected) && isfinite(found) ? VERDICT_BEYOND
                                                                    : VERDICT_NOT_FINITE;
  const bool graver = kind != VERDICT_PASS && (v->kind == VERDICT_PASS || kind < v->kind);
  if (!graver && !(kind == v->kind && budget > v->budget)) return;
  v->kind = kind;
  v->budget = budget;
  v->element = (verdict_element){output, {at[0], at[1], at[2], at[3]}, expected, found, bound};
}

static void judge_row(judgement *j, int64_t b, int64_t h, int64_t i, verdict *v) {
  const wide_problem *w = &j->wide;
  const attest_answer *a = j->answer;
  const int64_t row = (b * w->q_heads + h) * w->q_len + i;
  bound_of_row(w, j->arithmetic, a->out.dtype, a->lse.dtype, b, h, i, j->out + row * w->d_v, &j->space, &j->bound);
  v->mean_rows += j->bound.mean_only;
  for (int64_t c = 0; c < w->d_v; c++)
    judge_element(v, &a->out, "out", (const int64_t[]){b, h, i, c}, j->out[row * w->d_v + c], j->bound.out[c]);
  if (a->lse.data != NULL) judge_element(v, &a->lse, "lse", (const int64_t[]){b, h, i, 0}, j->lse[row], j->bound.lse);
  for (int64_t key = 0; a->weights.data != NULL && key < w->keys; key++)
    judge_element(v, &a->weights, "weights", (const int64_t[]){b, h, i, key}, j->weights[row * w->keys + key], j->bound.weights[key]);
}

/* Whether anything between the elements of a tensor was written to. */
static check_status find_gap(const attest_tensor *t, bool *disturbed, check_error *error) {
  int64_t reach = 1, at[4], elements = 1;
  for (int d = 0; d < 4; d++) {
    reach += (t->size[d] - 1) * t->stride[d];
    elements *= t->size[d];
  }
  *disturbed = false;
  if (elements == 0 || reach == elements) return CHECK_OK;
  const size_t size = attest_dtype_size(t->dtype);
  bool *holds = calloc((size_t)reach, sizeof *holds);
  if (holds == NULL) return no_memory(error);
  for (at[0] = 0; at[0] < t->size[0]; at[0]++)
    for (at[1] = 0; at[1] < t->size[1]; at[1]++)
      for (at[2] = 0; at[2] < t->size[2]; at[2]++)
        for (at[3] = 0; at[3] < t->size[3]; at[3]++)
          holds[at[0] * t->stride[0] + at[1] * t->stride[1] + at[2] * t->stride[2] + at[3] * t->stride[3]] = true;
  const unsigned char *byte = t->data;
  for (int64_t o = 0; o < reach; o++)
    for (size_t n = 0; n < size; n++, byte++)
      if (!holds[o] && *byte != ARENA_PATTERN) *disturbed = true;
  free(holds);
  return CHECK_OK;
}

/* Sets the verdict if memory was written to that is no element of an output. */
static check_status judge_memory(const attest_answer *answer, const arena *memory, verdict *v, check_error *error) {
  const arena_array *disturbed = arena_disturbed(memory);
  bool gap = false;
  const check_status status = find_gap(&answer->out, &gap, error);
  if (disturbed != NULL) (void)snprintf(v->text, sizeof v->text, "memory beside %s was written to", disturbed->name);
  else if (gap) (void)snprintf(v->text, sizeof v->text, "memory between the rows of out was written to");
  if (disturbed == NULL && !gap) return status;
  v->kind = VERDICT_OUTSIDE;
  v->budget = HUGE_VAL;
  return status;
}

check_status verdict_of_answer(const attest_problem *problem, const attest_answer *answer, const attest_arithmetic *arithmetic,
                               const arena *memory, verdict *v, check_error *error) {
  judgement j = {.problem = problem, .answer = answer, .arithmetic = arithmetic};
  *v = (verdict){.kind = VERDICT_PASS};
  check_status status = judge_memory(answer, memory, v, error);
  if (status != CHECK_OK || v->kind != VERDICT_PASS) return status;
  status = prepare(&j, error);
  for (int64_t b = 0; status == CHECK_OK && b < j.wide.batch; b++)
    for (int64_t h = 0; h < j.wide.q_heads; h++)
      for (int64_t i = 0; i < j.wide.q_len; i++) judge_row(&j, b, h, i, v);
  clear(&j);
  return status;
}

/* The verdict on a call that gave no answer. */
static bool has_no_answer(const outcome *o, verdict *v) {
  static const verdict_kind kinds[] = {VERDICT_PASS, VERDICT_CRASHED, VERDICT_HUNG, VERDICT_EXITED};
  *v = (verdict){.kind = kinds[o->kind], .budget = o->kind == OUTCOME_RETURNED ? 0 : HUGE_VAL};
  (void)memcpy(v->text, o->text, sizeof v->text);
  if (o->kind != OUTCOME_RETURNED) return true;
  if (o->status == ATTEST_OK) return false;
  if (o->status != ATTEST_UNSUPPORTED) v->budget = HUGE_VAL;
  v->kind = o->status == ATTEST_UNSUPPORTED ? VERDICT_SKIPPED : VERDICT_REFUSED;
  (void)snprintf(v->text, sizeof v->text, "%s", attest_strerror(o->status));
  return true;
}

check_status verdict_of_case(worker *w, arena *memory, const recipe *r, const attest_description *description, verdict *v,
                             check_error *error) {
  attest_problem problem;
  attest_answer answer;
  outcome result;
  const build_wanted wanted = {description->gives_lse, description->gives_weights};
  check_status status = build_case(r, wanted, memory, &problem, &answer, error);
  if (status == CHECK_OK) status = worker_run(w, &problem, &answer, &result, error);
  if (status != CHECK_OK || has_no_answer(&result, v)) return status;
  return verdict_of_answer(&problem, &answer, &description->arithmetic, memory, v, error);
}
