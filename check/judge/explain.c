#include "check/judge/explain.h"

#include <math.h>
#include <stdio.h>

#include "check/cases/tensor.h"
#include "check/judge/other_problem.h"
#include "check/judge/row_convention.h"

/* A result beyond the type's range becomes infinity. */
static void in_base_2(expected *e, attest_dtype type) {
  const int64_t rows = e->problem.batch * e->problem.q_heads * e->problem.q_len;
  for (int64_t n = 0; e->lse != NULL && n < rows; n++) {
    const double x = LOG2_E * e->lse[n], rounded = tensor_rounded(type, x);
    e->lse[n] = isinf(rounded) ? rounded : x;
    e->lse_bound[n] = LOG2_E * e->lse_bound[n];
  }
}

/* The expectation for an answer that follows some stated conventions. */
typedef struct {
  other_problem other;
  expected e;
} expectation;

static check_status expect(const explain_terms *t, convention_set stated, expectation *x, check_error *error) {
  x->e = (expected){.mean_rows = 0};
  check_status status = other_problem_make(t->problem, stated, &x->other, error);
  if (status == CHECK_OK) status = expected_make(&x->other.problem, t->answer, t->arithmetic, &x->e, error);
  if (status == CHECK_OK && (stated & CONVENTION_BIT(CONVENTION_LSE_BASE_2)) != 0)
    in_base_2(&x->e, t->answer->lse.dtype);
  return status;
}

static void forget(expectation *x) {
  expected_free(&x->e);
  other_problem_free(&x->other);
}

/* The expected value of an element, and its bound. */
static double value_at(const expected *e, const verdict_element *of, double *bound) {
  const problem_f64 *p = &e->problem;
  const int64_t row = (of->at[0] * p->q_heads + of->at[1]) * p->q_len + of->at[2];
  const int64_t out = row * p->d_v + of->at[3], weight = row * p->keys + of->at[3];
  if (of->output[0] == 'o') return *bound = e->out_bound[out], e->out[out];
  if (of->output[0] == 'l') return *bound = e->lse_bound[row], e->lse[row];
  return *bound = e->weights_bound[weight], e->weights[weight];
}

/* Whether the element that fails the definition tells the definition from this expectation: the two values are further
   apart than the sum of their bounds. Wider bounds, as where huge numbers of hidden keys become visible, would explain
   any answer. */
static bool tells_apart(const expected *e, const verdict_element *failing) {
  double bound;
  if (failing->output == NULL) return false;
  const double value = value_at(e, failing, &bound);
  if (!isfinite(value) || !isfinite(failing->expected)) return true;
  return fabs(value - failing->expected) > bound + failing->bound;
}

/* Judges the answer by an expectation, and by the conventions of rows that are not refused. */
static check_status judge_rows(const explain_terms *t, const expectation *x, row_findings *found, check_error *error) {
  return row_conventions(&x->e, t->answer, t->arithmetic, ~t->policy.refused, found, error);
}

/* Judges the answer by stated conventions. fails: the definition's verdict, or NULL. */
static check_status judge_by(const explain_terms *t, convention_set stated, const verdict *fails, row_findings *found,
                             check_error *error) {
  expectation x;
  check_status status = expect(t, stated, &x, error);
  if (status == CHECK_OK) status = judge_rows(t, &x, found, error);
  if (status == CHECK_OK && fails != NULL) found->explained = found->explained && tells_apart(&x.e, &fails->element);
  forget(&x);
  return status;
}

/* Prints "causal-top-left" or "one of: empty-row-nan, bias-row-nan". */
static void print_followed(const verdict *v, convention_set either, char *text, size_t size) {
  char names[150];
  convention_print(v->followed != 0 ? v->followed : either, names, sizeof names);
  (void)snprintf(text, size, "%s%s", v->followed == 0 ? "one of: " : "", names);
}

static void follow(const row_findings *found, convention_set stated, verdict *v) {
  v->followed = found->followed | stated;
  v->broken |= found->broken;
  if (v->followed == 0 && found->either == 0) return;
  v->kind = VERDICT_CONVENTION;
  v->budget = found->budget;
  print_followed(v, found->either, v->text, sizeof v->text);
}

/* Finds the accepted conventions that would change this correct answer. */
static check_status find_broken(const explain_terms *t, convention_set accepted, verdict *v, check_error *error) {
  check_status status = CHECK_OK;
  for (int n = 0; status == CHECK_OK && n < CONVENTION_OF_ROWS; n++) {
    row_findings found;
    if ((accepted & CONVENTION_BIT(n)) == 0) continue;
    status = judge_by(t, CONVENTION_BIT(n), NULL, &found, error);
    if (status == CHECK_OK && !found.explained) v->broken |= CONVENTION_BIT(n);
  }
  return status;
}

/* Names the one stated convention that explains the failing answer. Those tried before it show and are not followed. */
static check_status name_convention(const explain_terms *t, convention_set base, convention_set shows, verdict *v,
                                    check_error *error) {
  check_status status = CHECK_OK;
  for (int n = 0; status == CHECK_OK && n < CONVENTION_OF_ROWS; n++) {
    const convention *c = convention_of((convention_id)n);
    row_findings found;
    if ((shows & ~base & CONVENTION_BIT(n)) == 0) continue;
    status = judge_by(t, base | CONVENTION_BIT(n), v, &found, error);
    if (status == CHECK_OK && !found.explained) v->broken |= CONVENTION_BIT(n);
    if (status != CHECK_OK || !found.explained) continue;
    v->kind = VERDICT_NOT_ASKED;
    v->followed = CONVENTION_BIT(n);
    (void)snprintf(v->text, sizeof v->text, "follows %s (%s) where %s was requested", c->name, c->meaning, c->instead);
    break;
  }
  return status;
}

/* Finds the accepted stated conventions (or none) that explain the answer with the fewest conventions in total; among
   equals, with the most stated ones. */
static check_status find_fewest(const explain_terms *t, const expectation *x, convention_set accepted,
                                row_findings *best, convention_set *stated, check_error *error) {
  int least = 2 * CONVENTIONS;
  check_status status = CHECK_OK;
  *best = (row_findings){.explained = false};
  for (convention_set some = 0; status == CHECK_OK && some <= accepted; some++) {
    row_findings found = {.explained = false};
    if ((some & ~accepted) != 0) continue;
    status = some == 0 ? judge_rows(t, x, &found, error) : judge_by(t, some, NULL, &found, error);
    const int cost =
        2 * (convention_count(some) + convention_count(found.followed) + (found.either != 0)) - (some != 0);
    if (status != CHECK_OK || !found.explained || cost >= least) continue;
    least = cost;
    *best = found;
    *stated = some;
  }
  return status;
}

/* Explains an answer beyond the bounds of the definition, x. */
static check_status explain(const explain_terms *t, const expectation *x, convention_set shows, convention_set accepted,
                            verdict *v, check_error *error) {
  row_findings found;
  convention_set stated = 0;
  const check_status status = find_fewest(t, x, accepted, &found, &stated, error);
  if (status != CHECK_OK || !found.explained)
    return status == CHECK_OK ? name_convention(t, accepted, shows, v, error) : status;
  follow(&found, stated, v);
  return find_broken(t, accepted & ~stated, v, error);
}

/* Finds the conventions that show in a correct answer and are not followed. */
static check_status look_for_broken(const explain_terms *t, const expectation *x, convention_set accepted, verdict *v,
                                    check_error *error) {
  row_findings found;
  const check_status status = judge_rows(t, x, &found, error);
  if (status == CHECK_OK) v->broken |= found.broken;
  return status == CHECK_OK ? find_broken(t, accepted, v, error) : status;
}

check_status explain_verdict(const explain_terms *t, verdict *v, check_error *error) {
  const convention_set shows = other_problem_shows(t->problem, t->answer),
                       accepted = shows & t->policy.accepted & ~t->policy.refused;
  expectation x;
  check_status status = expect(t, 0, &x, error);
  if (status == CHECK_OK) verdict_of_expected(&x.e, t->answer, t->patterned, v);
  const bool explains = status == CHECK_OK && v->kind != VERDICT_UNWRITTEN && t->policy.refused != CONVENTION_ALL;
  if (explains && v->kind == VERDICT_PASS) status = look_for_broken(t, &x, accepted, v, error);
  else if (explains) status = explain(t, &x, shows, accepted, v, error);
  forget(&x);
  return status;
}
