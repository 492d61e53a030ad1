#include "check/judge/expected.h"

#include <math.h>
#include <stdlib.h>

#include "check/judge/bound.h"
#include "check/judge/reference.h"

static double *doubles(int64_t n) { return calloc((size_t)n + 1, sizeof(double)); }

static check_status no_memory(check_error *error) {
  return check_fail(error, CHECK_FAILURE, "not enough memory to judge the case");
}

static check_status allocate(expected *e, bool lse, bool weights, check_error *error) {
  const problem_f64 *w = &e->problem;
  const int64_t rows = w->batch * w->q_heads * w->q_len;
  e->out = doubles(rows * w->d_v);
  e->out_bound = doubles(rows * w->d_v);
  if (lse) e->lse = doubles(rows);
  if (lse) e->lse_bound = doubles(rows);
  if (weights) e->weights = doubles(rows * w->keys);
  if (weights) e->weights_bound = doubles(rows * w->keys);
  const bool whole = e->out != NULL && e->out_bound != NULL && (!lse || (e->lse != NULL && e->lse_bound != NULL)) &&
                     (!weights || (e->weights != NULL && e->weights_bound != NULL));
  return whole ? CHECK_OK : no_memory(error);
}

static check_status compute(const attest_problem *problem, expected *e, check_error *error) {
  const attest_status status = reference_compute(problem, e->out, e->lse, e->weights);
  if (status == ATTEST_FAILED) return no_memory(error);
  return status == ATTEST_OK ? CHECK_OK : check_fail(error, CHECK_BAD_INPUT, "case: %s", attest_strerror(status));
}

/* Computes the bounds of each row. An output with another type than out has its own bounds; unneeded bounds go to
   `unwanted`. */
static void bound_rows(expected *e, const attest_answer *answer, const attest_arithmetic *arithmetic,
                       bound_space *space, double *unwanted) {
  const bool weights_apart = e->weights != NULL && answer->weights.dtype != answer->out.dtype;
  const problem_f64 *w = &e->problem;
  for (int64_t row = 0; row < w->batch * w->q_heads * w->q_len; row++) {
    const int64_t i = row % w->q_len, h = row / w->q_len % w->q_heads, b = row / w->q_len / w->q_heads;
    bound_row bound = {.out = e->out_bound + row * w->d_v,
                       .weights = e->weights != NULL ? e->weights_bound + row * w->keys : unwanted};
    bound_of_row(w, arithmetic, answer->out.dtype, answer->lse.dtype, b, h, i, e->out + row * w->d_v, space, &bound);
    if (e->lse != NULL) e->lse_bound[row] = bound.lse;
    bound_row apart = {.out = unwanted, .weights = bound.weights};
    if (weights_apart)
      bound_of_row(w, arithmetic, answer->weights.dtype, answer->lse.dtype, b, h, i, e->out + row * w->d_v, space,
                   &apart);
    e->mean_rows += bound.mean_only && isfinite(e->out[row * w->d_v]); /* a NaN row is fully known */
  }
}

check_status expected_make(const attest_problem *problem, const attest_answer *answer,
                           const attest_arithmetic *arithmetic, expected *e, check_error *error) {
  bound_space space = {.memory = NULL};
  *e = (expected){.mean_rows = 0};
  check_status status = problem_f64_make(problem, &e->problem, error);
  if (status == CHECK_OK) status = allocate(e, answer->lse.data != NULL, answer->weights.data != NULL, error);
  if (status == CHECK_OK) status = compute(problem, e, error);
  if (status != CHECK_OK) return status;
  double *unwanted = doubles(e->problem.keys > e->problem.d_v ? e->problem.keys : e->problem.d_v);
  status = unwanted != NULL ? bound_space_make(&e->problem, &space, error) : no_memory(error);
  if (status == CHECK_OK) bound_rows(e, answer, arithmetic, &space, unwanted);
  if (status == CHECK_OK) bound_space_free(&space);
  free(unwanted);
  return status;
}

void expected_free(expected *e) {
  double *const arrays[] = {e->out, e->lse, e->weights, e->out_bound, e->lse_bound, e->weights_bound};
  for (size_t n = 0; n < sizeof arrays / sizeof arrays[0]; n++) free(arrays[n]);
  problem_f64_free(&e->problem);
  *e = (expected){.mean_rows = 0};
}

double expected_budget(double value, double bound, double found) {
  if (isnan(value) && isnan(found)) return 0;
  if (!isfinite(value) || !isfinite(found)) return value == found ? 0 : HUGE_VAL;
  const double error = fabs(found - value);
  return error == 0 ? 0 : error / bound;
}
