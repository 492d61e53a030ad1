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

/* ---- one case, every mutant: the problem is made and the answer expected once */

typedef struct {
  const zoo_mutant *mutants;
  size_t count;
  arena *memory;
} hunters;

/* Whether a mutant's answer to the case in the arena is wrong. (Its rows of weights are those of the arena.) */
static bool is_wrong(const zoo_mutant *m, const attest_problem *problem, const attest_answer *answer, const expected *e) {
  verdict v;
  attest_answer its = *answer;
  if (!zoo_gives_weights(m)) its.weights.data = NULL;
  (void)memset(answer->out.data, ARENA_PATTERN, (size_t)tensor_count(answer->out.size) * attest_dtype_size(answer->out.dtype));
  (void)memset(answer->lse.data, ARENA_PATTERN, (size_t)tensor_count(answer->lse.size) * attest_dtype_size(answer->lse.dtype));
  (void)memset(answer->weights.data, ARENA_PATTERN, (size_t)tensor_count(answer->weights.size) * attest_dtype_size(answer->weights.dtype));
  if (zoo_answer(problem, m, &its) != ATTEST_OK) return true;
  verdict_of_expected(e, &its, true, &v);
  return v.kind != VERDICT_PASS;
}

/* Tries a case on all mutants that are alive; those that it kills are found[n]. */
static check_status try_case(const hunters *h, recipe r, bool *alive, recipe *killed_by, check_error *error) {
  const attest_arithmetic arithmetic = bound_default((attest_dtype)r.dtype);
  attest_problem problem;
  attest_answer answer;
  expected e;
  r.layout = r.layout == LAYOUT_PADDED ? LAYOUT_TRANSPOSED : r.layout; /* answers are compared whole: nothing stands in gaps */
  check_status status = build_case(&r, (build_wanted){true, true}, h->memory, &problem, &answer, error);
  if (status == CHECK_OK) status = expected_make(&problem, &answer, &arithmetic, &e, error);
  if (status != CHECK_OK) return status;
  for (size_t n = 0; n < h->count; n++) {
    if (!alive[n] || !is_wrong(&h->mutants[n], &problem, &answer, &e)) continue;
    alive[n] = false;
    killed_by[n] = r;
  }
  expected_free(&e);
  return CHECK_OK;
}

static double work_of(const recipe *r) { return (double)(r->batch * r->q_heads * r->q_len) * (double)r->keys * (double)(r->d_k + r->d_v); }

static int by_work(const void *a, const void *b) {
  const double x = work_of(a), y = work_of(b);
  return (x > y) - (x < y);
}

/* Tries some cases of a suite. */
static check_status try_suite(const hunters *h, const suite *s, size_t first, size_t end, bool *alive, recipe *killed_by,
                              check_error *error) {
  check_status status = CHECK_OK;
  for (size_t n = first; status == CHECK_OK && n < end; n++) status = try_case(h, s->cases[n], alive, killed_by, error);
  return status;
}

static check_status sorted_suite(const support *can, suite *s, check_error *error) {
  const check_status status = suite_make(can, SUITE_IS_QUICK, SUITE_QUICK, 1, s, error);
  if (status == CHECK_OK) qsort(s->cases, s->count, sizeof *s->cases, by_work);
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
  for (size_t n = 0; status == CHECK_OK && n < count; n++) status = zoo_judge(s->m, &cases[n], s->memory, &found[n], error);
  return status;
}

check_status matrix_smallest(arena *memory, recipe *small, check_error *error) {
  hunters h = {.memory = memory};
  h.mutants = zoo_list(&h.count);
  const support can = support_everything(ATTEST_F32);
  suite s = {.cases = NULL};
  bool *alive = malloc(h.count * sizeof *alive);
  if (alive == NULL) return check_fail(error, CHECK_FAILURE, "not enough memory for the zoo");
  (void)memset(alive, true, h.count * sizeof *alive);
  check_status status = sorted_suite(&can, &s, error);
  if (status == CHECK_OK) status = try_suite(&h, &s, 0, s.count, alive, small, error);
  for (size_t n = 0; status == CHECK_OK && n < h.count; n++) {
    const subject of = {&h.mutants[n], memory};
    const shrink_judge by = {(void *)&of, judge_mutant, false};
    verdict v;
    if (alive[n]) status = check_fail(error, CHECK_FAILURE, "%s: no case of the quick suite kills it", h.mutants[n].name);
    if (status == CHECK_OK) status = zoo_judge(&h.mutants[n], &small[n], memory, &v, error);
    if (status == CHECK_OK && verdict_fails(v.kind)) status = shrink_case(&by, &small[n], &v, error);
  }
  suite_free(&s);
  free(alive);
  return status;
}

/* ---- a profile */

#define MOST_WORK 1e8 /* of a smallest case, fitted to the sizes of a profile */

/* Whether a mutant fails the nearest case to its smallest one that the profile takes. */
static check_status shows(const zoo_mutant *m, const support *can, recipe r, arena *memory, bool *fails, check_error *error) {
  verdict v = {.kind = VERDICT_PASS};
  r.dtype = can->base.dtype;
  *fails = false;
  if (!support_fit(can, &r) || work_of(&r) > MOST_WORK) return CHECK_OK;
  const check_status status = zoo_judge(m, &r, memory, &v, error);
  *fails = verdict_fails(v.kind);
  return status;
}

static check_status support_of(const zoo_profile *profile, arena *memory, support *can, check_error *error) {
  char target[100];
  candidate right;
  ability found[ASK_TYPES];
  bool types[ASK_TYPES] = {false};
  (void)snprintf(target, sizeof target, "zoo:correct-tiled@%s", profile->name);
  types[profile->dtype] = true;
  check_status status = candidate_find(target, &right, error);
  if (status != CHECK_OK) return status;
  right.memory = memory;
  status = ask_candidate(&right, types, found, error);
  candidate_end(&right);
  *can = found[profile->dtype].can;
  return status;
}

/* Those that are still alive: why, if there is a reason. */
static check_status explain_alive(const hunters *h, const support *can, const recipe *small, const bool *alive, matrix_cell *cells,
                                  check_error *error) {
  check_status status = CHECK_OK;
  for (size_t n = 0; status == CHECK_OK && n < h->count; n++) {
    bool fails = false;
    if (!alive[n]) continue;
    status = shows(&h->mutants[n], can, small[n], h->memory, &fails, error);
    cells[n].state = fails ? MATRIX_SURVIVED : MATRIX_CANNOT_SHOW;
    (void)snprintf(cells[n].why, sizeof cells[n].why, "shows on: %.180s", h->mutants[n].shows);
  }
  return status;
}

check_status matrix_profile(const zoo_profile *profile, const recipe *small, arena *memory, matrix_cell *cells, bool *right,
                            check_error *error) {
  hunters h = {.memory = memory};
  h.mutants = zoo_list(&h.count);
  const hunters of_right = {zoo_find("correct-tiled"), 1, memory};
  support can;
  suite s = {.cases = NULL};
  recipe *killed_by = calloc(h.count, sizeof *killed_by), unused;
  bool *alive = malloc(h.count * sizeof *alive);
  check_status status = killed_by != NULL && alive != NULL ? CHECK_OK : check_fail(error, CHECK_FAILURE, "not enough memory for the zoo");
  *right = true;
  for (size_t n = 0; status == CHECK_OK && n < h.count; n++) alive[n] = true;
  if (status == CHECK_OK) status = support_of(profile, memory, &can, error);
  if (status == CHECK_OK) status = sorted_suite(&can, &s, error);
  const size_t cheap = s.count * 3 / 5; /* all are tried on these; on the others those that are expected to fail */
  if (status == CHECK_OK) status = try_suite(&of_right, &s, 0, cheap, right, &unused, error);
  if (status == CHECK_OK) status = try_suite(&h, &s, 0, cheap, alive, killed_by, error);
  for (size_t n = 0; status == CHECK_OK && n < h.count; n++) {
    bool fails = false;
    if (alive[n]) status = shows(&h.mutants[n], &can, small[n], memory, &fails, error);
    const hunters one = {&h.mutants[n], 1, memory};
    if (status == CHECK_OK && fails) status = try_suite(&one, &s, cheap, s.count, &alive[n], &killed_by[n], error);
    if (!alive[n]) cells[n] = (matrix_cell){.state = MATRIX_KILLED, .at = killed_by[n]};
  }
  if (status == CHECK_OK) status = explain_alive(&h, &can, small, alive, cells, error);
  suite_free(&s);
  free(killed_by);
  free(alive);
  return status;
}
