#include "check/zoo/hunt.h"

#include "check/cases/build.h"
#include "check/judge/answer.h"
#include "check/judge/bound.h"
#include "check/zoo/diagnose.h"

#define ANSWERS 5 /* failing answers for a diagnosis */
#define STRIDE 11 /* every STRIDE-th case is tried to find them */

/* Makes a case in the arena, and a mutant's answer to it. */
static check_status answer_case(const zoo_mutant *m, const recipe *r, arena *memory, attest_problem *problem,
                                attest_answer *answer, check_error *error) {
  const build_wanted wanted = {.lse = true, .weights = zoo_gives_weights(m)};
  const check_status status = build_case(r, wanted, memory, problem, answer, error);
  if (status != CHECK_OK) return status;
  return zoo_answer(problem, m, answer) == ATTEST_OK
             ? CHECK_OK
             : check_fail(error, CHECK_FAILURE, "not enough memory for the zoo");
}

check_status zoo_judge(const zoo_mutant *m, const recipe *r, arena *memory, verdict *v, check_error *error) {
  const attest_arithmetic arithmetic = bound_default((attest_dtype)r->dtype);
  attest_problem problem;
  attest_answer answer;
  const check_status status = answer_case(m, r, memory, &problem, &answer, error);
  if (status != CHECK_OK) return status;
  const convention_policy none = {.refused = CONVENTION_ALL};
  return answer_judge(&problem, &answer, &arithmetic, &none, memory, v, error);
}

check_status zoo_hunt(const zoo_mutant *m, const suite *s, arena *memory, zoo_finding *found, check_error *error) {
  check_status status = CHECK_OK;
  *found = (zoo_finding){.killed = false};
  for (size_t n = 0; status == CHECK_OK && !found->killed && n < s->count; n++) {
    const recipe r = s->cases[n];
    verdict v = {.kind = VERDICT_PASS};
    status = zoo_judge(m, &r, memory, &v, error);
    if (status != CHECK_OK) break;
    found->cases = (int64_t)n + 1;
    found->killed = v.kind != VERDICT_PASS;
    if (n > 0 && !found->killed && v.budget <= found->verdict.budget) continue;
    found->at = r;
    found->verdict = v;
  }
  return status;
}

/* q . k_j summed from the last column to the first: the same bug in other arithmetic. */
static double dot_backwards(const zoo_row *r, int64_t j) {
  const double *k = r->k + j * r->w->d_k;
  double sum = 0;
  for (int64_t c = r->w->d_k - 1; c >= 0; c--) sum = zoo_round(r, sum + zoo_round(r, r->q[c] * k[c]));
  return sum;
}

/* Adds the answer of m in one case to the diagnosis, if it fails. */
static check_status add_answer(const zoo_mutant *m, const recipe *r, arena *memory, diagnosis *d, check_error *error) {
  const attest_arithmetic arithmetic = bound_default((attest_dtype)r->dtype);
  attest_problem problem;
  attest_answer answer;
  expected e;
  verdict v;
  check_status status = answer_case(m, r, memory, &problem, &answer, error);
  if (status != CHECK_OK) return status;
  status = expected_make(&problem, &answer, &arithmetic, &e, error);
  if (status == CHECK_OK) verdict_of_expected(&e, &answer, true, &v);
  if (status == CHECK_OK && v.kind >= VERDICT_UNWRITTEN) status = diagnose_answer(&e, &answer, d, error);
  expected_free(&e);
  return status;
}

check_status zoo_diagnose(const zoo_mutant *m, const suite *s, arena *memory, zoo_finding *found, check_error *error) {
  zoo_mutant other = *m;
  diagnosis d = {.answers = 0};
  size_t members;
  const zoo_mutant *all = zoo_list(&members);
  if (other.steps.dot == NULL) other.steps.dot = dot_backwards;
  check_status status = add_answer(&other, &found->at, memory, &d, error);
  for (size_t n = 0; status == CHECK_OK && d.answers < ANSWERS && n < s->count; n += STRIDE)
    status = add_answer(&other, &s->cases[n], memory, &d, error);
  found->diagnosed = false;
  found->alike = 0;
  for (size_t n = 0; n < members && n < DIAGNOSIS_MAX; n++) {
    const bool matches = d.answers > 0 && !d.refuted[n];
    found->alike += matches;
    found->diagnosed = found->diagnosed || (matches && &all[n] == m);
  }
  return status;
}
