#include "check/follow.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "check/other_problem.h"
#include "check/row_convention.h"
#include "check/tensor.h"

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
static bool lse_shows_no_base(const expected *e, const attest_tensor *lse) {
  int64_t at[4], n = 0;
  for (bool more = lse->data != NULL && tensor_first(lse->size, at); more; more = tensor_next(lse->size, at), n++) {
    const double found = tensor_element(lse, at);
    if (isfinite(found) && !(expected_budget(LOG2_E * e->lse[n], LOG2_E * e->lse_bound[n], found) <= 1)) return false;
  }
  return true;
}

/* Judges the answer by the conventions of whole problems in the set, and those of rows that are allowed; v, if not NULL, by the set alone. */
static check_status judge_by(const follow_terms *t, convention_set set, convention_set allowed, row_findings *found, verdict *v,
                             check_error *error) {
  other_problem other;
  expected e = {.mean_rows = 0};
  check_status status = other_problem_make(t->problem, set, &other, error);
  if (status == CHECK_OK) status = expected_make(&other.problem, t->answer, t->arithmetic, &e, error);
  if (status == CHECK_OK && (set & CONVENTION_BIT(CONVENTION_LSE_BASE_2)) != 0) in_base_2(&e, t->answer->lse.dtype);
  if (status == CHECK_OK && v != NULL) verdict_of_expected(&e, t->answer, t->patterned, v);
  if (status == CHECK_OK) status = row_conventions(&e, t->answer, t->arithmetic, allowed, found, error);
  if (status == CHECK_OK) found->no_base = lse_shows_no_base(&e, &t->answer->lse);
  expected_free(&e);
  other_problem_free(&other);
  return status;
}

static int size_of(convention_set set) {
  int size = 0;
  for (; set != 0; set &= set - 1) size++;
  return size;
}

/* How many conventions the rows follow. */
static int cost_of(const row_findings *found) { return size_of(found->followed) + (found->either != 0 ? 1 : 0); }

/* The best of the explanations that were tried: the fewest conventions, those of rows included; of several, what they have in common. */
typedef struct {
  bool any;
  int size;
  convention_set set; /* of whole problems */
  row_findings found;
} explanation;

static void take(explanation *best, convention_set set, const row_findings *found) {
  const int size = size_of(set) + cost_of(found);
  if (!found->explained || (best->any && size > best->size)) return;
  if (!best->any || size < best->size) {
    *best = (explanation){true, size, set, *found};
    return;
  }
  best->found.either |= found->either | (best->set ^ set) | (best->found.followed ^ found->followed);
  best->set &= set;
  best->found.followed &= found->followed;
  best->found.broken &= found->broken;
}

/* Tries every set between base, which is tried already, and base | more that is not larger than the best. */
static check_status explain(const follow_terms *t, convention_set base, convention_set more, explanation *best, check_error *error) {
  check_status status = CHECK_OK;
  row_findings found;
  for (int size = 1; size <= size_of(more); size++)
    for (convention_set some = 1; status == CHECK_OK && some <= more; some++) {
      if ((some & ~more) != 0 || size_of(some) != size || (best->any && size_of(base) + size > best->size)) continue;
      status = judge_by(t, base | some, ~t->policy.refused, &found, NULL, error);
      if (status == CHECK_OK) take(best, base | some, &found);
    }
  return status;
}

/* Of the conventions of whole problems: a member of the set without which the answer is explained as well, by no more conventions of rows, did not show; nor one that is not a member, with which it is
   explained too. What is left is followed, or broken. */
static check_status sort_out(const follow_terms *t, convention_set shows, convention_set set, row_findings *found, check_error *error) {
  check_status status = CHECK_OK;
  const int cost = cost_of(found);
  for (int n = 0; status == CHECK_OK && n < CONVENTION_OF_ROWS; n++) {
    const convention_set bit = CONVENTION_BIT(n);
    row_findings other;
    if ((shows & bit) == 0) continue;
    if (n == CONVENTION_LSE_BASE_2 && (set & bit) == 0) other.explained = found->no_base;
    else status = judge_by(t, set ^ bit, ~t->policy.refused, &other, NULL, error);
    if (status != CHECK_OK || (other.explained && ((set & bit) == 0 || cost_of(&other) <= cost))) continue;
    if ((set & bit) != 0) found->followed |= bit;
    else found->broken |= bit;
  }
  return status;
}

/* "causal-top-left, lse-base-2"; what is not certain stands in brackets. */
static void print_followed(const verdict *v, char *text, size_t size) {
  char names[100];
  convention_print(v->followed, text, size);
  const size_t used = strlen(text);
  convention_print(v->either, names, sizeof names);
  if (v->either != 0 && used < size) (void)snprintf(text + used, size - used, "%s(one of: %s)", used > 0 ? ", " : "", names);
}

static void conclude(const follow_terms *t, const row_findings *found, verdict *v) {
  convention_set owed = t->policy.declared & found->broken;
  for (int n = 0; n < CONVENTIONS; n++)
    if (convention_of((convention_id)n)->may) owed &= ~CONVENTION_BIT(n);
  v->followed = found->followed;
  v->broken = found->broken;
  v->either = (found->either & found->followed) != 0 ? 0 : found->either;
  if (owed != 0) {
    char names[150];
    convention_print(owed, names, sizeof names);
    v->kind = VERDICT_UNDECLARED;
    (void)snprintf(v->text, sizeof v->text, "declared, and not followed: %s", names);
  } else if (v->followed != 0 || v->either != 0) {
    v->kind = VERDICT_CONVENTION;
    v->budget = found->budget;
    print_followed(v, v->text, sizeof v->text);
  }
}

check_status follow_verdict(const follow_terms *t, verdict *v, check_error *error) {
  const convention_set shows = other_problem_shows(t->problem, t->answer), base = shows & t->policy.declared;
  explanation best = {.any = false};
  row_findings found;
  check_status status = judge_by(t, base, ~t->policy.refused, &found, v, error);
  if (t->policy.refused == CONVENTION_ALL || status != CHECK_OK || v->kind == VERDICT_UNWRITTEN) return status;
  take(&best, base, &found);
  if (v->kind != VERDICT_PASS) status = explain(t, base, shows & ~base & ~t->policy.refused, &best, error);
  if (status != CHECK_OK || !best.any) return status;
  status = sort_out(t, shows & ~t->policy.refused & ~best.found.either, best.set, &best.found, error);
  if (status == CHECK_OK) conclude(t, &best.found, v);
  return status;
}
