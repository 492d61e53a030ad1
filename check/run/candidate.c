#include "check/run/candidate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check/cases/build.h"
#include "check/cases/clock.h"
#include "check/cases/tensor.h"
#include "check/judge/bound.h"
#include "check/judge/reference.h"
#include "check/judge/variant.h"
#include "check/run/description.h"
#include "check/run/here.h"
#include "check/zoo/profile.h"
#include "check/zoo/zoo.h"

/* The reference as a candidate, rounded to the types of the answer. */

static double *doubles(const attest_output *t) { return malloc(((size_t)tensor_count(t->size) + 1) * sizeof(double)); }

static attest_status compute_reference(const attest_problem *p, const attest_answer *answer) {
  const bool sums = answer->lse.data != NULL, weighs = answer->weights.data != NULL;
  double *out = doubles(&answer->out), *lse = sums ? doubles(&answer->lse) : NULL,
         *weights = weighs ? doubles(&answer->weights) : NULL;
  const bool whole = out != NULL && (lse != NULL || !sums) && (weights != NULL || !weighs);
  const attest_status status = whole ? reference_compute(p, out, lse, weights) : ATTEST_FAILED;
  if (status == ATTEST_OK) {
    output_store_all(&answer->out, out);
    if (sums) output_store_all(&answer->lse, lse);
    if (weighs) output_store_all(&answer->weights, weights);
  }
  free(out);
  free(lse);
  free(weights);
  return status;
}

static attest_status describe_reference(attest_dtype dtype, attest_description *d) {
  (void)dtype;
  d->gives_weights = true;
  d->arithmetic = (attest_arithmetic){.accumulate = ATTEST_F64, .scores = ATTEST_F64, .probabilities = ATTEST_F64};
  return ATTEST_OK;
}

/* ---- finding a candidate */

static candidate in_worker(const char *name, worker_code of) {
  return (candidate){.name = name, .seconds = 10, .run = {.of = of}};
}

candidate candidate_of_function(const char *name, attest_candidate_function *compute,
                                attest_candidate_describe_function *describe) {
  return in_worker(name, (worker_code){.compute = compute, .describe = describe});
}

candidate candidate_of_callbacks(const attest_callbacks *of) {
  return (candidate){.name = of->name != NULL ? of->name : "candidate", .seconds = 10, .here = of};
}

/* zoo:MUTANT or zoo:MUTANT@PROFILE */
static check_status find_in_zoo(const char *target, worker_code *of, check_error *error) {
  const char *name = target + sizeof "zoo:" - 1, *at = strchr(name, '@');
  char mutant[64] = "";
  const size_t length = at != NULL ? (size_t)(at - name) : strlen(name);
  if (length < sizeof mutant) (void)snprintf(mutant, sizeof mutant, "%.*s", (int)length, name);
  of->mutant = zoo_find(mutant);
  if (at != NULL) of->profile = zoo_profile_find(at + 1);
  if (of->mutant != NULL && (at == NULL || of->profile != NULL)) return CHECK_OK;
  return check_fail(error, CHECK_BAD_INPUT, "%s: expected %s; 'attest zoo' lists them", target,
                    of->mutant == NULL ? "an implementation of the zoo" : "a profile of the zoo after @");
}

check_status candidate_find(const char *target, candidate *c, check_error *error) {
  worker_code of = {.library = NULL};
  check_status status = CHECK_OK;
  if (strcmp(target, "reference") == 0)
    of = (worker_code){.compute = compute_reference, .describe = describe_reference};
  else if (strncmp(target, "zoo:", sizeof "zoo:" - 1) == 0) status = find_in_zoo(target, &of, error);
  else {
    of.variant = variant_find(target);
    if (of.variant == NULL) of.library = target;
  }
  if (status != CHECK_OK) return status;
  *c = in_worker(target, of);
  c->run.target = target;
  c->run.confined = of.library != NULL ? CONFINED : CONFINED_NOT;
  if (of.library == NULL || access(target, R_OK) == 0) return CHECK_OK;
  return check_fail(
      error, CHECK_BAD_INPUT,
      "%s: expected a built-in candidate (reference, a fast variant that this machine runs, zoo:NAME) or a shared "
      "library that can be read",
      target);
}

/* ---- the interface */

bool candidate_answers_together(const candidate *c) { return c->together != NULL; }

/* Makes the memory that the process sees. A fork that runs without it is ended: the next one has it. */
static check_status make_lent(candidate *c, check_error *error) {
  arena *const lent = &c->run.lent;
  if (lent->size == c->memory->size) return CHECK_OK;
  if (lent->size > 0) arena_free(lent);
  if (!c->run.apart) worker_stop(&c->run);
  return (c->memory->file >= 0 ? arena_make_shared : arena_make)(lent, c->memory->size, error);
}

check_status candidate_describe(candidate *c, attest_dtype dtype, candidate_description *d, check_error *error) {
  check_status status = CHECK_OK;
  *d = (candidate_description){.takes = true, .says = {.gives_lse = true, .arithmetic = bound_default(dtype)}};
  if (c->together == NULL && c->memory != NULL) status = make_lent(c, error);
  if (status != CHECK_OK) return status;
  if (c->here != NULL) status = here_describe(c->here, c->name, dtype, d, error);
  else if (c->together == NULL) status = worker_describe(&c->run, c->name, c->seconds, dtype, d, error);
  if (status == CHECK_OK && d->takes) status = description_check(c->name, &d->says, error);
  arithmetic_override(&c->said, &d->says.arithmetic);
  return status;
}

bool candidate_is_given_up(const candidate *c) {
  const double most = (CANDIDATE_MOST_LIMITS + c->asked / CANDIDATE_CALLS_A_LIMIT) * c->seconds;
  return c->hangs >= CANDIDATE_MOST_HANGS || c->spent > most;
}

/* Lends the case to the candidate: what it writes elsewhere than in outputs reaches no verdict, whenever it does. */
static check_status lend(candidate *c, const attest_problem *problem, const attest_answer *answer, worker_call *call,
                         check_error *error) {
  arena *const own = c->memory, *const lent = &c->run.lent;
  const check_status status = make_lent(c, error);
  if (status != CHECK_OK) return status;
  arena_lend(own, lent);
  *call = (worker_call){*problem, *answer};
  attest_tensor *const inputs[] = {&call->problem.q, &call->problem.k, &call->problem.v, &call->problem.mask,
                                   &call->problem.bias};
  for (size_t n = 0; n < sizeof inputs / sizeof inputs[0]; n++)
    inputs[n]->data = arena_lent(own, lent, inputs[n]->data);
  call->problem.kv_len = arena_lent(own, lent, problem->kv_len);
  call->problem.sink = arena_lent(own, lent, problem->sink);
  call->answer.out.data = arena_lent(own, lent, answer->out.data);
  call->answer.lse.data = arena_lent(own, lent, answer->lse.data);
  call->answer.weights.data = arena_lent(own, lent, answer->weights.data);
  return CHECK_OK;
}

/* Takes the case back after a call. The candidate is halted while its outputs are copied: it may have threads that
   still write. */
static void take_back(candidate *c, outcome *became) {
  if (c->run.apart && !worker_halt(&c->run)) {
    *became = (outcome){.kind = OUTCOME_HUNG, .text = "its process could not be halted"};
    return;
  }
  if (!arena_take_back(c->memory, &c->run.lent) && became->kind == OUTCOME_RETURNED) {
    *became = (outcome){.kind = OUTCOME_MALFORMED, .text = "it changed its inputs"};
    worker_stop(&c->run);
  }
}

/* Asks one question. */
static check_status ask_worker(candidate *c, const question *questions, size_t n, question_listener *listener,
                               void *context, check_error *error) {
  const question *const q = &questions[n];
  attest_problem problem;
  attest_answer answer;
  worker_call call;
  outcome became;
  check_status status = build_case(&q->made, (build_wanted){q->lse, q->weights}, c->memory, &problem, &answer, error);
  if (status == CHECK_OK) status = lend(c, &problem, &answer, &call, error);
  if (status != CHECK_OK) return status;
  const double from = clock_seconds();
  status = c->here != NULL ? here_run(c->here, &q->made, &call.problem, &call.answer, c->seconds, &became, error)
                           : worker_run(&c->run, &c->run.lent, c->seconds, &call.problem, &call.answer, &became, error);
  if (status != CHECK_OK) return status;
  c->spent += clock_seconds() - from;
  c->asked++;
  take_back(c, &became);
  c->hangs += became.kind == OUTCOME_HUNG;
  const answered a = {n, q, &problem, &answer, &became, c->memory, NULL};
  status = listener(context, &a, error);
  if (c->run.apart) worker_go_on(&c->run);
  return status;
}

static check_status answer_in_worker(candidate *c, const question *questions, size_t count, question_listener *listener,
                                     void *context, check_error *error) {
  check_status status = CHECK_OK;
  for (size_t n = 0; status == CHECK_OK && n < count && !candidate_is_given_up(c); n++)
    status = ask_worker(c, questions, n, listener, context, error);
  return status;
}

check_status candidate_answer(candidate *c, const question *questions, size_t count, question_listener *listener,
                              void *context, check_error *error) {
  if (candidate_is_given_up(c)) return CHECK_OK;
  if (c->together != NULL) return c->together(c, questions, count, listener, context, error);
  return answer_in_worker(c, questions, count, listener, context, error);
}

void candidate_end(candidate *c) {
  worker_stop(&c->run);
  if (c->run.lent.size > 0) arena_free(&c->run.lent);
}
