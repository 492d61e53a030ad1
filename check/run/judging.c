#include "check/run/judging.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "check/judge/answer.h"

judging_terms judging_terms_of(const candidate *c, const candidate_description *d) {
  judging_terms terms = {d->says.arithmetic, c->conventions};
  terms.policy.accepted |= d->declared & ~terms.policy.refused;
  return terms;
}

/* Gives the verdict on an unanswered question; false if it was answered. */
static bool is_unanswered(const outcome *o, verdict *v) {
  static const verdict_kind kinds[] = {VERDICT_PASS,   VERDICT_CRASHED,   VERDICT_HUNG,
                                       VERDICT_EXITED, VERDICT_MALFORMED, VERDICT_UNWRITTEN};
  *v = (verdict){.kind = kinds[o->kind], .budget = o->kind == OUTCOME_RETURNED ? 0 : HUGE_VAL};
  (void)memcpy(v->text, o->text, sizeof v->text);
  if (o->kind != OUTCOME_RETURNED) return true;
  if (o->status == ATTEST_OK) return false;
  if (o->status != ATTEST_UNSUPPORTED) v->budget = HUGE_VAL;
  v->kind = o->status == ATTEST_UNSUPPORTED ? VERDICT_SKIPPED : VERDICT_REFUSED;
  if (o->text[0] == '\0') (void)snprintf(v->text, sizeof v->text, "%s", attest_strerror(o->status));
  return true;
}

check_status judging_verdict(const judging_terms *terms, const answered *a, verdict *v, check_error *error) {
  if (is_unanswered(a->became, v)) return CHECK_OK;
  return answer_judge(a->problem, a->answer, &terms->arithmetic, &terms->policy, a->memory, v, error);
}

void judging_print_failure(const answered *a, const verdict *v, char *text, size_t size) {
  char made[RECIPE_TEXT_MAX];
  recipe_print(&a->asked->made, made);
  (void)snprintf(text, size, "%s%s%s in %s", verdict_name(v->kind), v->text[0] != '\0' ? ": " : "", v->text, made);
}
