/* Functions judged as candidates, for tests of the checker: one case at a time, or in a session. */
#ifndef ATTEST_TESTS_SUPPORT_CHECK_H
#define ATTEST_TESTS_SUPPORT_CHECK_H

#include "check/run/judging.h"
#include "check/run/session.h"
#include "tests/unit/support.h"

/* The recipe of a text; asserts that it can be read. */
recipe recipe_of(const char *text);

/* The suite of a candidate; asserts success. Free with suite_free. */
suite suite_of(const support *s, suite_kind kind, int64_t least, uint64_t seed);

/* The candidate of a name; asserts that there is one. */
candidate candidate_named(const char *name);

/* A right candidate: the reference, rounded to the types of the answer. It asserts nothing, since it runs in a worker. */
attest_status reference_answer(const attest_problem *p, const attest_answer *a);

/* Takes nothing. */
attest_status answer_unsupported(const attest_problem *p, const attest_answer *a);

/* A candidate that is judged case by case, with memory for the cases. */
typedef struct trial {
  candidate of;
  arena memory;
  bool weights;                        /* asks for weights too; lse is always asked for */
  const attest_arithmetic *arithmetic; /* NULL: the default of each type */
} trial;

/* Begins a trial; of points to its memory, so that a trial is not to be copied. End it with trial_end. */
void trial_begin(trial *t, candidate of);
void trial_begin_function(trial *t, attest_candidate_function *compute);
void trial_end(trial *t);

/* By what answers of a type are judged. */
judging_terms trial_terms(const trial *t, int64_t dtype);

/* Has all recipes answered, and judges the answers; asserts success. */
void trial_verdicts(trial *t, const recipe *cases, size_t count, verdict *found);
verdict trial_verdict(trial *t, const recipe *r);

/* Runs a session without listening to its events; asserts that it comes to a result. */
session_result session_of(candidate of, const session_settings *settings);

/* The settings of a quick suite, of some types: dtype itself, or all if it is ATTEST_BOOL. */
session_settings quick_session(attest_dtype dtype);

#endif
