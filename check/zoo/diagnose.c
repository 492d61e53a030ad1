#include "check/zoo/diagnose.h"

#include "check/zoo/cause.h"

check_status diagnose_answer(const expected *e, const attest_answer *answer, diagnosis *d, check_error *error) {
  size_t count;
  const zoo_mutant *mutants = zoo_list(&count);
  cause_space space;
  const bool whole = cause_space_make(answer, &space);
  if (whole) (void)cause_choose_rows(e, answer, &space);
  for (size_t n = 0; whole && n < count && n < DIAGNOSIS_MAX; n++) {
    const hypothesis its = {NULL, mutants[n]};
    cause_counts rows;
    if (d->refuted[n]) continue;
    d->refuted[n] = !cause_compare(&its, e, answer, &space, &rows) || rows.wrong == 0 || rows.explained < rows.wrong ||
                    rows.contradicted > 0;
    d->explained[n] += !d->refuted[n];
  }
  d->answers++;
  cause_space_free(&space);
  return whole ? CHECK_OK : check_fail(error, CHECK_FAILURE, "not enough memory for the diagnosis");
}

/* Multiplications of a problem. Every mutant computes it twice, so diagnosing a large one takes minutes; its shrunk
   case is diagnosed too. */
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
