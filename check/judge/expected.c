#include "check/judge/expected.h"

#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "check/judge/bound.h"
#include "check/judge/reference.h"
#include "check/judge/threads.h"

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

/* ---- bounds */

/* The rows of a problem, in parts that several threads take. */
typedef struct {
  expected *e;
  const attest_arithmetic *arithmetic;
  bound_types types;
  int64_t rows, rows_of_part;
  atomic_llong mean_rows;
} bounding;

/* rows of a part, enough of them to be worth a thread */
static int64_t rows_of_part(const problem_f64 *w) {
  const double products = (double)(w->keys + 1) * (double)(w->d_k + w->d_v);
  return products < THREADS_WORTH ? (int64_t)(THREADS_WORTH / products) : 1;
}

static void bound_one(bounding *all, int64_t row, bound_space *space) {
  const expected *e = all->e;
  const problem_f64 *w = &e->problem;
  const int64_t i = row % w->q_len, h = row / w->q_len % w->q_heads, b = row / w->q_len / w->q_heads;
  const double *out = e->out + row * w->d_v;
  bound_row bound = {.out = e->out_bound + row * w->d_v,
                     .weights = e->weights != NULL ? e->weights_bound + row * w->keys : NULL};
  bound_of_row(w, all->arithmetic, all->types, b, h, i, out, space, &bound);
  if (e->lse != NULL) e->lse_bound[row] = bound.lse;
  if (bound.mean_only && isfinite(out[0])) atomic_fetch_add(&all->mean_rows, 1); /* a NaN row is fully known */
}

static bool bound_part(void *work, int64_t n) {
  bounding *all = work;
  const int64_t first = n * all->rows_of_part, left = all->rows - first;
  bound_space space;
  check_error ignored;
  if (bound_space_make(&all->e->problem, &space, &ignored) != CHECK_OK) return false;
  for (int64_t row = first; row < first + (left < all->rows_of_part ? left : all->rows_of_part); row++)
    bound_one(all, row, &space);
  bound_space_free(&space);
  return true;
}

static check_status bound_rows(expected *e, const attest_answer *answer, const attest_arithmetic *arithmetic,
                               check_error *error) {
  const problem_f64 *w = &e->problem;
  const bound_types types = {answer->out.dtype, answer->lse.dtype, answer->weights.dtype};
  bounding all = {e, arithmetic, types, w->batch * w->q_heads * w->q_len, rows_of_part(w), 0};
  const int64_t parts = all.rows / all.rows_of_part + (all.rows % all.rows_of_part != 0 ? 1 : 0);
  if (!threads_share(parts, bound_part, &all)) return no_memory(error);
  e->mean_rows = atomic_load(&all.mean_rows);
  return CHECK_OK;
}

check_status expected_make(const attest_problem *problem, const attest_answer *answer,
                           const attest_arithmetic *arithmetic, expected *e, check_error *error) {
  *e = (expected){.mean_rows = 0};
  check_status status = problem_f64_make(problem, &e->problem, error);
  if (status == CHECK_OK) status = allocate(e, answer->lse.data != NULL, answer->weights.data != NULL, error);
  if (status == CHECK_OK) status = compute(problem, e, error);
  return status == CHECK_OK ? bound_rows(e, answer, arithmetic, error) : status;
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
