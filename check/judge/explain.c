#include "check/judge/explain.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "check/judge/other_problem.h"
#include "check/judge/row_convention.h"
#include "check/cases/tensor.h"

#define LOG2_E 1.4426950408889634

/* (What is out of the type's range then is an infinity.) */
static void in_base_2(expected *e, attest_dtype type) {
  const int64_t rows = e->wide.batch * e->wide.q_heads * e->wide.q_len;
  for (int64_t n = 0; e->lse != NULL && n < rows; n++) {
    const double x = LOG2_E * e->lse[n], rounded = tensor_rounded(type, x);
    e->lse[n] = isinf(rounded) ? rounded : x;
    e->lse_bound[n] = LOG2_E * e->lse_bound[n];
  }
}

/* Whether lse is, in every row where it is a number, within the bounds of the other base too (cheaper than to judge once more). */
static bool lse_shows_no_base(const expected *e, const attest_output *lse) {
  int64_t at[4], n = 0;
  for (bool more = lse->data != NULL && tensor_first(lse->size, at); more; more = tensor_next(lse->size, at), n++) {
    const double found = output_element(lse, at);
    if (isfinite(found) && !(expected_budget(LOG2_E * e->lse[n], LOG2_E * e->lse_bound[n], found) <= 1)) return false;
  }
  return true;
}

/* What is expected of an answer that follows some conventions of whole problems. */
typedef struct {
  other_problem other;
  expected e;
} expectation;

static check_status expect(const explain_terms *t, convention_set set, expectation *x, check_error *error) {
  x->e = (expected){.mean_rows = 0};
  check_status status = other_problem_make(t->problem, set, &x->other, error);
  if (status == CHECK_OK) status = expected_make(&x->other.problem, t->answer, t->arithmetic, &x->e, error);
  if (status == CHECK_OK && (set & CONVENTION_BIT(CONVENTION_LSE_BASE_2)) != 0) in_base_2(&x->e, t->answer->lse.dtype);
  return status;
}

static void forget(expectation *x) {
  expected_free(&x->e);
  other_problem_free(&x->other);
}

/* Judges the answer by what is expected, and by the conventions of rows that are not refused. */
static check_status judge_rows(const explain_terms *t, const expectation *x, row_findings *found, check_error *error) {
  const check_status status = row_conventions(&x->e, t->answer, t->arithmetic, ~t->policy.refused, found, error);
  if (status == CHECK_OK) found->no_base = lse_shows_no_base(&x->e, &t->answer->lse);
  return status;
}

/* The same by the conventions of whole problems in the set; v, if not NULL, by the set alone. */
static check_status judge_by(const explain_terms *t, convention_set set, row_findings *found, verdict *v, check_error *error) {
  expectation x;
  check_status status = expect(t, set, &x, error);
  if (status == CHECK_OK && v != NULL) verdict_of_expected(&x.e, t->answer, t->patterned, v);
  if (status == CHECK_OK) status = judge_rows(t, &x, found, error);
  forget(&x);
  return status;
}

/* ---- what an answer can tell */

/* Whether an element is where one expectation has it and the other has none: they differ by more than the sum of their bounds. */
static bool tells(double value, double bound, double other, double other_bound, double found) {
  if (!(expected_budget(value, bound, found) <= 1)) return false;
  if (isfinite(value) && isfinite(other)) return fabs(value - other) > bound + other_bound;
  return !(value == other || (isnan(value) && isnan(other)));
}

static bool output_tells(const attest_output *t, const double *value, const double *bound, const double *other, const double *other_bound) {
  int64_t at[4], n = 0;
  for (bool more = t->data != NULL && tensor_first(t->size, at); more; more = tensor_next(t->size, at), n++)
    if (tells(value[n], bound[n], other[n], other_bound[n], output_element(t, at))) return true;
  return false;
}

/* Whether an element of the answer is as x has it, and not as the other set of conventions has it. Where another problem makes huge numbers of hidden keys visible, its bounds may
   be so wide that any answer is within them, and none is told from the definition's. */
static check_status tells_apart(const explain_terms *t, const expectation *x, convention_set other, bool *apart, check_error *error) {
  const attest_answer *a = t->answer;
  expectation y;
  const check_status status = expect(t, other, &y, error);
  *apart = status == CHECK_OK && (output_tells(&a->out, x->e.out, x->e.out_bound, y.e.out, y.e.out_bound) ||
                                  output_tells(&a->lse, x->e.lse, x->e.lse_bound, y.e.lse, y.e.lse_bound) ||
                                  output_tells(&a->weights, x->e.weights, x->e.weights_bound, y.e.weights, y.e.weights_bound));
  forget(&y);
  return status;
}

/* ---- the explanation */

static int size_of(convention_set set) {
  int size = 0;
  for (; set != 0; set &= set - 1) size++;
  return size;
}

/* How many conventions the rows follow. */
static int cost_of(const row_findings *found) { return size_of(found->followed) + (found->either != 0 ? 1 : 0); }

/* An explanation, or the best of those that were tried: the fewest conventions of which nothing tells that they are followed, then the fewest, those of rows
   included; of several, what they have in common. */
typedef struct {
  bool any;
  int size;
  convention_set set;      /* of whole problems */
  convention_set unproven; /* of these: nothing tells that they are followed */
  row_findings found;
} explanation;

static void take(explanation *best, const explanation *x) {
  const int size = size_of(x->set) + cost_of(&x->found), unproven = size_of(x->unproven) - size_of(best->unproven);
  if (!x->found.explained || (best->any && (unproven > 0 || (unproven == 0 && size > best->size)))) return;
  if (!best->any || unproven < 0 || size < best->size) {
    *best = *x;
    best->any = true;
    best->size = size;
    return;
  }
  best->unproven |= x->unproven;
  best->found.either |= x->found.either | ((best->set ^ x->set) & ~best->unproven) | (best->found.followed ^ x->found.followed);
  best->set &= x->set;
  best->found.followed &= x->found.followed;
  best->found.broken &= x->found.broken;
}

/* Which of a set of conventions, but for those in base, the answer does not tell to be followed. */
static check_status find_unproven(const explain_terms *t, convention_set base, const expectation *e, explanation *x, check_error *error) {
  check_status status = CHECK_OK;
  for (int n = 0; status == CHECK_OK && n < CONVENTION_OF_ROWS; n++) {
    const convention_set bit = x->set & ~base & CONVENTION_BIT(n);
    bool apart = true;
    if (bit != 0) status = tells_apart(t, e, x->set ^ bit, &apart, error);
    if (!apart) x->unproven |= bit;
  }
  return status;
}

/* What the set of an explanation explains. */
static check_status try_set(const explain_terms *t, convention_set base, explanation *x, check_error *error) {
  expectation e;
  check_status status = expect(t, x->set, &e, error);
  if (status == CHECK_OK) status = judge_rows(t, &e, &x->found, error);
  if (status == CHECK_OK && x->found.explained) status = find_unproven(t, base, &e, x, error);
  forget(&e);
  return status;
}

/* Tries every set between base, which is tried already, and base | more that may be better than the best. */
static check_status explain(const explain_terms *t, convention_set base, convention_set more, explanation *best, check_error *error) {
  check_status status = CHECK_OK;
  for (int size = 1; size <= size_of(more); size++)
    for (convention_set some = 1; status == CHECK_OK && some <= more; some++) {
      explanation x = {.set = base | some};
      if ((some & ~more) != 0 || size_of(some) != size) continue;
      if (best->any && best->unproven == 0 && size_of(base) + size > best->size) continue;
      status = try_set(t, base, &x, error);
      if (status == CHECK_OK) take(best, &x);
    }
  return status;
}

/* Of the conventions of whole problems: a member of the set without which the answer is explained as well, by no more conventions of rows, did not show; nor one that is not a member, with which it is
   explained too. What is left is followed, or broken. */
static check_status sort_out(const explain_terms *t, convention_set shows, convention_set set, row_findings *found, check_error *error) {
  check_status status = CHECK_OK;
  const int cost = cost_of(found);
  for (int n = 0; status == CHECK_OK && n < CONVENTION_OF_ROWS; n++) {
    const convention_set bit = CONVENTION_BIT(n);
    row_findings other;
    if ((shows & bit) == 0) continue;
    if (n == CONVENTION_LSE_BASE_2 && (set & bit) == 0) other.explained = found->no_base;
    else status = judge_by(t, set ^ bit, &other, NULL, error);
    if (status != CHECK_OK || (other.explained && ((set & bit) == 0 || cost_of(&other) <= cost))) continue;
    if ((set & bit) != 0) found->followed |= bit;
    else found->broken |= bit;
  }
  return status;
}

/* Adds what is not certain, in brackets. */
static void print_uncertain(convention_set set, const char *what, char *text, size_t size) {
  char names[100];
  const size_t used = strlen(text);
  convention_print(set, names, sizeof names);
  if (set != 0 && used < size) (void)snprintf(text + used, size - used, "%s(%s: %s)", used > 0 ? ", " : "", what, names);
}

/* "causal-top-left, (one of: empty-row-nan, bias-row-nan)". */
static void print_followed(const verdict *v, char *text, size_t size) {
  convention_print(v->followed, text, size);
  print_uncertain(v->either, "one of", text, size);
  print_uncertain(v->unproven, "or a fault", text, size);
}

static void conclude(const explain_terms *t, const explanation *best, verdict *v) {
  const row_findings *found = &best->found;
  convention_set owed = t->policy.declared & found->broken;
  for (int n = 0; n < CONVENTIONS; n++)
    if (convention_of((convention_id)n)->may) owed &= ~CONVENTION_BIT(n);
  v->followed = found->followed;
  v->broken = found->broken;
  v->either = (found->either & found->followed) != 0 ? 0 : found->either;
  v->unproven = best->unproven;
  if (owed != 0) {
    char names[150];
    convention_print(owed, names, sizeof names);
    v->kind = VERDICT_UNDECLARED;
    (void)snprintf(v->text, sizeof v->text, "declared, and not followed: %s", names);
  } else if (v->followed != 0 || v->either != 0 || v->unproven != 0) {
    v->kind = VERDICT_CONVENTION;
    v->budget = found->budget;
    print_followed(v, v->text, sizeof v->text);
  }
}

check_status explain_verdict(const explain_terms *t, verdict *v, check_error *error) {
  const convention_set shows = other_problem_shows(t->problem, t->answer), base = shows & t->policy.declared;
  explanation first = {.set = base}, best = {.any = false};
  check_status status = judge_by(t, base, &first.found, v, error);
  if (t->policy.refused == CONVENTION_ALL || status != CHECK_OK || v->kind == VERDICT_UNWRITTEN) return status;
  take(&best, &first);
  if (v->kind != VERDICT_PASS) status = explain(t, base, shows & ~base & ~t->policy.refused, &best, error);
  if (status != CHECK_OK || !best.any) return status;
  /* Of an answer that may be a fault, what it follows counts, and not what it doesn't. */
  const convention_set certain = shows & ~t->policy.refused & ~best.found.either & ~best.unproven;
  status = sort_out(t, best.unproven != 0 ? certain & best.set : certain, best.set, &best.found, error);
  if (status == CHECK_OK) conclude(t, &best, v);
  return status;
}
