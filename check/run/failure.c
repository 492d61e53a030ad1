#include "check/run/failure.h"

#include <stdlib.h>
#include <string.h>

#include "check/cases/clock.h"
#include "check/run/judging.h"
#include "check/run/shrink.h"

#define SHRINKING 20.0 /* seconds to shrink all failures: a step runs a command once, or asks a case that may be long */

static check_status no_memory(check_error *error) {
  return check_fail(error, CHECK_FAILURE, "not enough memory for the failing cases");
}

static judging_terms terms_of(const failure_list *f, const recipe *r) {
  return judging_terms_of(f->of, &f->able[r->dtype].description);
}

/* ---- questions outside of the run */

/* Collects their verdicts and, if wanted, a diagnosis. */
typedef struct {
  const failure_list *f;
  verdict *found;
  const size_t *place; /* of the verdict on each question, in found; NULL: its number */
  diagnosis *seen;     /* NULL: no diagnosis */
} aside;

static check_status hear_aside(void *context, const answered *a, check_error *error) {
  const aside *to = context;
  const judging_terms terms = terms_of(to->f, &a->asked->made);
  verdict *its = &to->found[to->place != NULL ? to->place[a->number] : a->number];
  error_map ignored;
  const check_status status = judging_verdict(&terms, a, its, error);
  if (status != CHECK_OK) return status;
  if (!to->f->witness(to->f->witness_context, &a->asked->made, its)) return no_memory(error);
  if (to->seen == NULL) return status;
  return diagnose_verdict(a->problem, a->answer, &terms.arithmetic, its, to->seen, &ignored, error);
}

/* Asks nothing after shrink_until. A command must answer before it: a case that it does not answer in time does not
   count as failing. */
static check_status ask_aside(const failure_list *f, const question *questions, const size_t *place, size_t count,
                              verdict *found, check_error *error) {
  const double left = f->shrink_until - clock_seconds();
  candidate hurried = *f->of;
  aside to = {f, found, place, NULL};
  if (left <= 0) return CHECK_OK;
  if (!candidate_answers_together(f->of)) return candidate_answer(f->of, questions, count, hear_aside, &to, error);
  hurried.seconds = left;
  const check_status status = candidate_answer(&hurried, questions, count, hear_aside, &to, error);
  return status == CHECK_BAD_INPUT ? CHECK_OK /* the command failed on all of them */ : status;
}

/* Whether the candidate supports a case; in a run of one case, which does not ask it, that is not known. */
static bool is_allowed(const failure_list *f, const recipe *r) {
  const support *can = &f->able[r->dtype].can;
  return !can->takes || support_allows(can, r);
}

/* Judges cases; those with options that the candidate does not support count as skipped. */
static check_status judge_aside(void *context, const recipe *cases, size_t count, verdict *found, check_error *error) {
  const failure_list *f = context;
  question *questions = calloc(count + 1, sizeof *questions);
  size_t *place = calloc(count + 1, sizeof *place), asked = 0;
  const bool whole = questions != NULL && place != NULL;
  for (size_t n = 0; whole && n < count; n++) {
    found[n] = (verdict){.kind = VERDICT_SKIPPED};
    if (!is_allowed(f, &cases[n])) continue;
    questions[asked] = question_of(&f->able[cases[n].dtype].description, &cases[n]);
    place[asked++] = n;
  }
  const check_status status = whole ? ask_aside(f, questions, place, asked, found, error) : no_memory(error);
  free(questions);
  free(place);
  return status;
}

/* Asks a shrunk case again, to diagnose its answer. */
static check_status diagnose_small(const failure_list *f, const recipe *small, verdict *its, check_error *error) {
  aside to = {f, its, NULL, f->seen};
  const question asked = question_of(&f->able[small->dtype].description, small);
  return candidate_answer(f->of, &asked, 1, hear_aside, &to, error);
}

/* ---- reporting */

/* Whether the same shrunk case, with any seed and type, was reported before. */
static bool reported_before(failure_list *f, const recipe *r) {
  recipe plain = *r;
  plain.seed = 0;
  plain.dtype = 0;
  char text[RECIPE_TEXT_MAX];
  recipe_print(&plain, text);
  for (int n = 0; n < f->reported; n++)
    if (strcmp(f->reported_cases[n], text) == 0) return true;
  (void)memcpy(f->reported_cases[f->reported++], text, sizeof text);
  return false;
}

/* A case that hangs is not shrunk: each smaller case could hang as long. */
static check_status report(failure_list *f, const failing_case *one, check_error *error) {
  const shrink_judge again = {f, judge_aside, candidate_answers_together(f->of)};
  recipe small = one->made;
  verdict its = one->v;
  check_status status = CHECK_OK;
  if (f->shrink_until == 0) f->shrink_until = clock_seconds() + SHRINKING;
  if (one->v.kind != VERDICT_HUNG) status = shrink_case(&again, &small, &its, error);
  if (status != CHECK_OK || reported_before(f, &small)) return status;
  if (one->v.kind != VERDICT_HUNG && !candidate_answers_together(f->of))
    status = diagnose_small(f, &small, &its, error);
  const bool complete = one->v.kind != VERDICT_HUNG && clock_seconds() < f->shrink_until;
  const reported_failure failure = {&one->made, &small, &one->v, &its, one->grid, complete};
  if (status == CHECK_OK) f->listener(f->context, &failure);
  return status;
}

check_status failure_report(failure_list *f, check_error *error) {
  check_status status = CHECK_OK;
  for (int n = 0; n < f->waits; n++) {
    if (status == CHECK_OK && f->reported < FAILURES_REPORTED) status = report(f, &f->waiting[n], error);
    free(f->waiting[n].grid);
  }
  f->waits = 0;
  return status;
}

check_status failure_note(failure_list *f, const answered *a, const verdict *v, check_error *error) {
  const judging_terms terms = terms_of(f, &a->asked->made);
  if (f->listener == NULL || f->reported + f->waits >= FAILURES_REPORTED) return CHECK_OK;
  error_map *grid = malloc(sizeof *grid);
  if (grid == NULL) return no_memory(error);
  const check_status status = diagnose_verdict(a->problem, a->answer, &terms.arithmetic, v, f->seen, grid, error);
  const bool drawn = status == CHECK_OK && grid->rows > 0;
  f->waiting[f->waits++] = (failing_case){a->asked->made, *v, drawn ? grid : NULL};
  if (!drawn) free(grid);
  return status;
}
