#include "check/run/here.h"

#include <stdio.h>
#include <string.h>

#include "check/cases/clock.h"
#include "check/cases/printable.h"

check_status here_describe(const attest_callbacks *of, const char *name, attest_dtype dtype, candidate_description *d,
                           check_error *error) {
  d->spoken = of->describe != NULL;
  d->takes = of->describe == NULL || of->describe(of->context, dtype, &d->says) == ATTEST_OK;
  (void)snprintf(d->name, sizeof d->name, "%s", d->says.name != NULL ? d->says.name : name);
  printable(d->name);
  const char *const declared = d->says.conventions;
  d->says.name = d->says.conventions = NULL; /* they need not outlive the call */
  return declared == NULL ? CHECK_OK : convention_read("conventions", declared, &d->declared, error);
}

check_status here_run(const attest_callbacks *of, const recipe *made, const attest_problem *problem,
                      const attest_answer *answer, double seconds, outcome *became, check_error *error) {
  char text[RECIPE_TEXT_MAX], reason[ATTEST_REASON_MAX] = "";
  recipe_print(made, text);
  *became = (outcome){.kind = OUTCOME_RETURNED};
  const double from = clock_seconds();
  became->status = of->compute(of->context, text, problem, answer, reason);
  const double spent = clock_seconds() - from;
  if (of->stopped != NULL && of->stopped(of->context)) return check_fail(error, CHECK_FAILURE, "stopped by the caller");
  reason[sizeof reason - 1] = '\0';
  printable(reason);
  if (became->status != ATTEST_OK) (void)snprintf(became->text, sizeof became->text, "%s", reason);
  if (spent <= seconds) return CHECK_OK;
  became->kind = OUTCOME_HUNG;
  (void)snprintf(became->text, sizeof became->text, "it took %.1f s, expected at most %g s", spent, seconds);
  return CHECK_OK;
}
