#include "check/zoo/diagnose.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check/cases/build.h"
#include "check/cases/format.h"
#include "check/cases/tensor.h"

/* Makes a contiguous answer of the same types and sizes, with its own memory. */
static bool answer_like(const attest_answer *like, attest_answer *a, void *memory[3]) {
  const attest_output *from[] = {&like->out, &like->lse, &like->weights};
  attest_output *to[] = {&a->out, &a->lse, &a->weights};
  *a = *like;
  for (int n = 0; n < 3; n++) {
    const int64_t *size = from[n]->size;
    memory[n] = NULL;
    if (from[n]->data == NULL) continue;
    memory[n] = calloc((size_t)tensor_count(size) + 1, attest_dtype_size(from[n]->dtype));
    if (memory[n] == NULL) return false;
    to[n]->data = memory[n];
    const int64_t stride[ATTEST_AXES] = {size[ATTEST_HEAD] * size[ATTEST_POSITION] * size[ATTEST_COLUMN],
                                         size[ATTEST_POSITION] * size[ATTEST_COLUMN], size[ATTEST_COLUMN], 1};
    (void)memcpy(to[n]->stride, stride, sizeof stride);
  }
  return true;
}

/* Whether two numbers are equal up to rounding. */
static bool alike(double mine, double its, double tolerance) {
  if (isnan(mine) || isnan(its)) return isnan(mine) && isnan(its);
  if (isinf(mine) || isinf(its)) return mine == its;
  return fabs(mine - its) <= tolerance;
}

/* The largest effect of rounding on a row of a mutant's answer: its own arithmetic compared with binary64. */
static double rounding_of_row(const attest_output *its, const attest_output *exact, const int64_t of[ATTEST_AXES]) {
  int64_t at[ATTEST_AXES] = {of[ATTEST_BATCH], of[ATTEST_HEAD], of[ATTEST_POSITION], 0};
  double largest = 0;
  for (; at[ATTEST_COLUMN] < its->size[ATTEST_COLUMN]; at[ATTEST_COLUMN]++) {
    const double d = fabs(output_element(its, at) - output_element(exact, at));
    if (isfinite(d)) largest = fmax(largest, d);
  }
  return largest;
}

/* Tolerance for "the same wrong answer": twice the bound, plus the measured rounding (the wrong answer may be worse
   conditioned than the right one), plus a few units in the last place. */
static bool same_tensor(const attest_output *mine, const attest_output *its, const attest_output *exact,
                        const double *bound, double units) {
  double rounding = 0;
  int64_t at[ATTEST_AXES], n = 0;
  for (bool more = mine->data != NULL && tensor_first(mine->size, at); more; more = tensor_next(mine->size, at), n++) {
    if (at[ATTEST_COLUMN] == 0) rounding = rounding_of_row(its, exact, at);
    const double x = output_element(mine, at), y = output_element(its, at), z = output_element(exact, at);
    const double tolerance = 2 * (isfinite(bound[n]) ? bound[n] : 0) + 8 * rounding + units * fabs(x);
    if (!alike(x, y, tolerance) && !alike(x, z, tolerance)) return false;
  }
  return true;
}

/* Fills the answer with the arena's pattern, for elements that the mutant does not write. */
static void forget(const attest_answer *a) {
  const attest_output *of[] = {&a->out, &a->lse, &a->weights};
  for (int n = 0; n < 3; n++) {
    if (of[n]->data == NULL) continue;
    (void)memset(of[n]->data, ARENA_PATTERN, (size_t)tensor_count(of[n]->size) * attest_dtype_size(of[n]->dtype));
  }
}

/* Memory for the answers of a mutant, in its own arithmetic and in binary64. */
typedef struct {
  attest_answer its, exact;
  void *memory[6];
} answers;

/* Whether a mutant is right in this case, so that it explains no failing answer. */
static bool is_right(const expected *e, attest_answer its, bool weighs) {
  verdict v;
  if (!weighs) its.weights.data = NULL;
  verdict_of_expected(e, &its, false, &v);
  return v.kind == VERDICT_PASS;
}

/* Whether a mutant gives the same wrong answer. Weights count only if the mutant gives any. */
static bool gives_the_same(const zoo_mutant *m, const expected *e, const attest_answer *mine, const answers *a) {
  const double u = format_of(ATTEST_F32)->unit_roundoff;
  const double units = 8 * fmax(format_of(mine->out.dtype)->unit_roundoff, u) + (double)(e->problem.keys + 8) * u;
  zoo_mutant in_binary64 = *m;
  in_binary64.exact = true;
  forget(&a->its);
  forget(&a->exact);
  if (zoo_compute(&e->problem, m, NULL, &a->its) != ATTEST_OK ||
      zoo_compute(&e->problem, &in_binary64, NULL, &a->exact) != ATTEST_OK)
    return false;
  if (is_right(e, a->its, zoo_gives_weights(m))) return false;
  return same_tensor(&mine->out, &a->its.out, &a->exact.out, e->out_bound, units) &&
         same_tensor(&mine->lse, &a->its.lse, &a->exact.lse, e->lse_bound, units) &&
         (!zoo_gives_weights(m) ||
          same_tensor(&mine->weights, &a->its.weights, &a->exact.weights, e->weights_bound, units));
}

check_status diagnose_answer(const expected *e, const attest_answer *answer, diagnosis *d, check_error *error) {
  size_t count;
  const zoo_mutant *mutants = zoo_list(&count);
  answers a = {.memory = {NULL}};
  attest_answer beside = *answer;
  verdict v;
  beside.weights.data = NULL;
  verdict_of_expected(e, &beside, false, &v);
  const bool whole = answer_like(answer, &a.its, a.memory) && answer_like(answer, &a.exact, a.memory + 3);
  for (size_t n = 0; whole && n < count && n < DIAGNOSIS_MAX; n++) {
    if (d->refuted[n]) continue;
    const bool shows = zoo_gives_weights(&mutants[n]) || v.kind != VERDICT_PASS; /* its outputs include a wrong one */
    d->refuted[n] = !shows || !gives_the_same(&mutants[n], e, answer, &a);
    d->explained[n] += !d->refuted[n];
  }
  d->answers++;
  for (int n = 0; n < 6; n++) free(a.memory[n]);
  return whole ? CHECK_OK : check_fail(error, CHECK_FAILURE, "not enough memory for the diagnosis");
}

/* Multiplications of a problem. Every mutant computes it twice, so diagnosing a large one takes minutes; its shrunk case
   is diagnosed too. */
static double work_of(const attest_problem *p) {
  return (double)(p->q.size[ATTEST_BATCH] * p->q.size[ATTEST_HEAD] * p->q.size[ATTEST_POSITION]) *
         (double)p->k.size[ATTEST_POSITION] * (double)(p->q.size[ATTEST_COLUMN] + p->v.size[ATTEST_COLUMN]);
}
#define MOST_WORK 2e7

/* Whether the verdict is about an element. */
static bool is_of_element(const verdict *v) {
  return v->kind == VERDICT_UNWRITTEN || v->kind == VERDICT_NOT_FINITE || v->kind == VERDICT_BEYOND;
}

check_status diagnose_verdict(const attest_problem *problem, const attest_answer *answer,
                              const attest_arithmetic *arithmetic, const verdict *v, diagnosis *d, error_map *map,
                              check_error *error) {
  expected e;
  map->rows = 0;
  if (!is_of_element(v) || v->element.output == NULL) return CHECK_OK;
  check_status status = expected_make(problem, answer, arithmetic, &e, error);
  if (status == CHECK_OK && work_of(problem) <= MOST_WORK) status = diagnose_answer(&e, answer, d, error);
  if (status == CHECK_OK) error_map_of_head(&e, answer, v->element.at[ATTEST_BATCH], v->element.at[ATTEST_HEAD], map);
  expected_free(&e);
  return status;
}

size_t diagnosis_matches(const diagnosis *d, const zoo_mutant *matches[], size_t max) {
  size_t count, found = 0;
  const zoo_mutant *mutants = zoo_list(&count);
  for (int conventions = 1; conventions >= 0; conventions--)
    for (size_t n = 0; n < count && n < DIAGNOSIS_MAX && found < max; n++)
      if (d->answers > 0 && !d->refuted[n] && mutants[n].convention == (conventions == 1))
        matches[found++] = &mutants[n];
  return found;
}
