#include "check/run/matrix.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/cases/build.h"
#include "check/cases/tensor.h"
#include "check/judge/bound.h"
#include "check/judge/expected.h"
#include "check/run/ask.h"
#include "check/run/shrink.h"
#include "check/zoo/hunt.h"

/* ---- one case, every mutant: the problem and the expected answer are made once */

typedef struct {
  const zoo_mutant *mutants;
  size_t count;
  arena *memory;
} hunters;

/* Whether a mutant's answer to the case in the arena is wrong. The case has no padding, so each output is one block of
   memory. */
static bool is_wrong(const zoo_mutant *m, const attest_problem *problem, const attest_answer *answer,
                     const expected *e) {
  verdict v;
  attest_answer its = *answer;
  if (!zoo_gives_weights(m)) its.weights.data = NULL;
  (void)memset(answer->out.data, ARENA_PATTERN,
               (size_t)tensor_count(answer->out.size) * attest_dtype_size(answer->out.dtype));
  (void)memset(answer->lse.data, ARENA_PATTERN,
               (size_t)tensor_count(answer->lse.size) * attest_dtype_size(answer->lse.dtype));
  (void)memset(answer->weights.data, ARENA_PATTERN,
               (size_t)tensor_count(answer->weights.size) * attest_dtype_size(answer->weights.dtype));
  if (zoo_answer(problem, m, &its) != ATTEST_OK) return true;
  verdict_of_expected(e, &its, true, &v);
  return v.kind != VERDICT_PASS;
}

/* Tries a case on the wanted mutants: wrong[n] is whether mutant n answers it wrongly. */
static check_status try_mutants(const hunters *h, const recipe *r, const bool *wanted, bool *wrong,
                                check_error *error) {
  const attest_arithmetic arithmetic = bound_default((attest_dtype)r->dtype);
  attest_problem problem;
  attest_answer answer;
  expected e;
  check_status status = build_case(r, (build_wanted){true, true}, h->memory, &problem, &answer, error);
  if (status == CHECK_OK) status = expected_make(&problem, &answer, &arithmetic, &e, error);
  if (status != CHECK_OK) return status;
  for (size_t n = 0; n < h->count; n++) wrong[n] = wanted[n] && is_wrong(&h->mutants[n], &problem, &answer, &e);
  expected_free(&e);
  return CHECK_OK;
}

/* Answers are compared whole, so there must be no gaps. */
static recipe without_gaps(recipe r) {
  if (r.layout == LAYOUT_PADDED || r.layout == LAYOUT_MIXED) r.layout = LAYOUT_TRANSPOSED;
  return r;
}

/* Tries a case on all surviving mutants: cells[n] belongs to mutant n. */
static check_status try_case(const hunters *h, const recipe *made, matrix_cell *cells, check_error *error) {
  const recipe r = without_gaps(*made);
  bool *const survives = calloc(2 * h->count + 1, sizeof *survives);
  if (survives == NULL) return check_fail(error, CHECK_FAILURE, "not enough memory for the zoo");
  bool *const wrong = survives + h->count;
  for (size_t n = 0; n < h->count; n++) survives[n] = cells[n].state == MATRIX_SURVIVED;
  const check_status status = try_mutants(h, &r, survives, wrong, error);
  for (size_t n = 0; status == CHECK_OK && n < h->count; n++)
    if (wrong[n]) cells[n] = (matrix_cell){.state = MATRIX_KILLED, .at = r};
  free(survives);
  return status;
}

/* Tries cases first .. end - 1 of a suite. */
static check_status try_suite(const hunters *h, const suite *s, size_t first, size_t end, matrix_cell *cells,
                              check_error *error) {
  check_status status = CHECK_OK;
  for (size_t n = first; status == CHECK_OK && n < end; n++) status = try_case(h, &s->cases[n], cells, error);
  return status;
}

static hunters all_mutants(arena *memory) {
  hunters h = {.memory = memory};
  h.mutants = zoo_list(&h.count);
  return h;
}

static void all_survive(matrix_cell *cells, size_t count) {
  for (size_t n = 0; n < count; n++) cells[n] = (matrix_cell){.state = MATRIX_SURVIVED};
}

static check_status sorted_suite(const support *can, suite *s, check_error *error) {
  const check_status status = suite_make(can, SUITE_IS_QUICK, SUITE_QUICK, 1, s, error);
  if (status == CHECK_OK) suite_sort(s);
  return status;
}

/* ---- the smallest case of a mutant */

typedef struct {
  const zoo_mutant *m;
  arena *memory;
} subject;

static check_status judge_mutant(void *context, const recipe *cases, size_t count, verdict *found, check_error *error) {
  const subject *s = context;
  check_status status = CHECK_OK;
  for (size_t n = 0; status == CHECK_OK && n < count; n++)
    status = zoo_judge(s->m, &cases[n], s->memory, &found[n], error);
  return status;
}

check_status matrix_smallest(arena *memory, matrix_cell *small, check_error *error) {
  const hunters h = all_mutants(memory);
  const support can = support_everything(ATTEST_F32);
  suite s = {.cases = NULL};
  all_survive(small, h.count);
  check_status status = sorted_suite(&can, &s, error);
  if (status == CHECK_OK) status = try_suite(&h, &s, 0, s.count, small, error);
  for (size_t n = 0; status == CHECK_OK && n < h.count; n++) {
    const subject of = {&h.mutants[n], memory};
    const shrink_judge by = {(void *)&of, judge_mutant, false};
    verdict v;
    if (small[n].state == MATRIX_SURVIVED)
      status = check_fail(error, CHECK_FAILURE, "%s: no case of the quick suite kills it", h.mutants[n].name);
    if (status == CHECK_OK) status = zoo_judge(&h.mutants[n], &small[n].at, memory, &v, error);
    if (status == CHECK_OK && verdict_fails(v.kind)) status = shrink_case(&by, &small[n].at, &v, error);
  }
  suite_free(&s);
  return status;
}

/* ---- a profile */

#define MOST_WORK 1e8 /* most multiplications of a smallest case, fitted to a profile */

/* Whether a mutant fails the supported case nearest to its smallest failing one. */
static check_status shows(const zoo_mutant *m, const support *can, recipe r, arena *memory, bool *fails,
                          check_error *error) {
  verdict v = {.kind = VERDICT_PASS};
  r.dtype = can->base.dtype;
  *fails = false;
  if (!support_fit(can, &r) || recipe_multiplications(&r) > MOST_WORK) return CHECK_OK;
  const check_status status = zoo_judge(m, &r, memory, &v, error);
  *fails = verdict_fails(v.kind);
  return status;
}

/* The ability of a correct implementation in the profile. */
static check_status ability_of(const zoo_profile *profile, arena *memory, ability *of, check_error *error) {
  char target[100];
  candidate right;
  ability found[FORMATS];
  bool types[FORMATS] = {false};
  (void)snprintf(target, sizeof target, "zoo:correct-tiled@%s", profile->name);
  types[profile->dtype] = true;
  check_status status = candidate_find(target, &right, error);
  if (status != CHECK_OK) return status;
  right.memory = memory;
  status = ask_candidate(&right, types, found, error);
  candidate_end(&right);
  *of = found[profile->dtype];
  return status;
}

/* Tries one mutant on the rest of the suite if its smallest case fails in this profile; otherwise notes that it cannot
   show. */
static check_status try_rest(const hunters *one, const support *can, const suite *s, size_t first, const recipe *small,
                             matrix_cell *cell, check_error *error) {
  bool fails = false;
  const check_status status = shows(one->mutants, can, *small, one->memory, &fails, error);
  if (status != CHECK_OK) return status;
  if (fails) return try_suite(one, s, first, s->count, cell, error);
  cell->state = MATRIX_CANNOT_SHOW;
  (void)snprintf(cell->why, sizeof cell->why, "shows on: %.180s", one->mutants->shows);
  return CHECK_OK;
}

check_status matrix_profile(const zoo_profile *profile, const matrix_cell *small, arena *memory, matrix_cell *cells,
                            bool *right, check_error *error) {
  const hunters h = all_mutants(memory), of_right = {zoo_find("correct-tiled"), 1, memory};
  matrix_cell its = {.state = MATRIX_SURVIVED};
  ability of;
  suite s = {.cases = NULL};
  all_survive(cells, h.count);
  check_status status = ability_of(profile, memory, &of, error);
  if (status == CHECK_OK) status = sorted_suite(&of.can, &s, error);
  const size_t cheap = s.count * 3 / 5; /* all mutants get these cases; the others only the mutants that should fail */
  if (status == CHECK_OK) status = try_suite(&of_right, &s, 0, cheap, &its, error);
  if (status == CHECK_OK) status = try_suite(&h, &s, 0, cheap, cells, error);
  for (size_t n = 0; status == CHECK_OK && n < h.count; n++) {
    const hunters one = {&h.mutants[n], 1, memory};
    if (cells[n].state == MATRIX_SURVIVED) status = try_rest(&one, &of.can, &s, cheap, &small[n].at, &cells[n], error);
  }
  *right = its.state == MATRIX_SURVIVED;
  suite_free(&s);
  return status;
}

/* ---- the causes that are named */

bool matrix_is_named(const zoo_mutant *m, const xray *found) {
  if (found->causes == 0) return false;
  return strcmp(found->cause[0].name, m->name) == 0 || cause_describes(found->cause[0].name, m->name);
}

/* Judges all mutants on the first cases of the suite: failed[count * h->count]. */
static check_status judge_all(const hunters *h, const recipe *cases, size_t count, bool *failed, check_error *error) {
  bool *all = malloc(h->count * sizeof *all);
  check_status status = all != NULL ? CHECK_OK : check_fail(error, CHECK_FAILURE, "not enough memory for the zoo");
  for (size_t m = 0; all != NULL && m < h->count; m++) all[m] = true;
  for (size_t n = 0; status == CHECK_OK && n < count; n++)
    status = try_mutants(h, &cases[n], all, failed + n * h->count, error);
  free(all);
  return status;
}

/* The X-ray of mutant m. */
static check_status explain_mutant(const hunters *h, const zoo_profile *profile, const ability *of, const recipe *cases,
                                   size_t count, const bool *failed, size_t m, bool general, matrix_cause *found,
                                   check_error *error) {
  judged_case judged[MATRIX_CASES];
  ability able[FORMATS] = {{.description = {.takes = false}}};
  char target[150];
  candidate its;
  *found = (matrix_cause){.fails = false};
  for (size_t n = 0; n < count; n++) {
    judged[n] = (judged_case){cases[n], failed[n * h->count + m], true, JUDGED_FOR_SUITE};
    found->fails = found->fails || judged[n].failed;
  }
  if (!found->fails) return CHECK_OK;
  able[profile->dtype] = *of;
  able[profile->dtype].description.says.gives_weights = zoo_gives_weights(&h->mutants[m]);
  (void)snprintf(target, sizeof target, "zoo:%s@%s", h->mutants[m].name, profile->name);
  check_status status = candidate_find(target, &its, error);
  if (status != CHECK_OK) return status;
  its.memory = h->memory;
  status = xray_make(&its, able, judged, count, XRAY_SECONDS, !general, &found->found, &found->second, error);
  candidate_end(&its);
  return status;
}

/* Judges all mutants on these cases, then explains those that fail. */
static check_status explain_all(const hunters *h, const zoo_profile *profile, const ability *of, const suite *s,
                                bool general, matrix_cause *causes, check_error *error) {
  const size_t count = s->count < MATRIX_CASES ? s->count : MATRIX_CASES;
  bool *failed = calloc(count * h->count + 1, sizeof *failed);
  if (failed == NULL) return check_fail(error, CHECK_FAILURE, "not enough memory for the zoo");
  for (size_t n = 0; n < count; n++) s->cases[n] = without_gaps(s->cases[n]);
  check_status status = judge_all(h, s->cases, count, failed, error);
  for (size_t m = 0; status == CHECK_OK && m < h->count; m++)
    status = explain_mutant(h, profile, of, s->cases, count, failed, m, general, &causes[m], error);
  free(failed);
  return status;
}

check_status matrix_causes(const zoo_profile *profile, bool general, arena *memory, matrix_cause *causes,
                           check_error *error) {
  const hunters h = all_mutants(memory);
  ability of;
  suite s = {.cases = NULL};
  check_status status = ability_of(profile, memory, &of, error);
  if (status == CHECK_OK) status = sorted_suite(&of.can, &s, error);
  if (status == CHECK_OK) status = explain_all(&h, profile, &of, &s, general, causes, error);
  suite_free(&s);
  return status;
}
