/* Candidates for tests of the checker, judged case by case or in a session. */
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

/* A correct candidate: the reference, rounded to the types of the answer. Asserts nothing, since it runs in a worker.
   */
attest_status reference_answer(const attest_problem *p, const attest_answer *a);

/* Refuses every problem. */
attest_status answer_unsupported(const attest_problem *p, const attest_answer *a);

/* A candidate with memory of its own for the cases. */
typedef struct trial {
  candidate of;
  arena memory;
  bool weights;                        /* requests weights; lse is always requested */
  const attest_arithmetic *arithmetic; /* NULL: the default of each type */
} trial;

/* Begins a trial, which must not be copied: its candidate points to its memory. End it with trial_end. */
void trial_begin(trial *t, candidate of);
void trial_begin_function(trial *t, attest_candidate_function *compute);
void trial_end(trial *t);

/* The verdict on one answer to a trial's candidate, for listeners. */
check_status trial_judge(const trial *t, const answered *a, verdict *v, check_error *error);

/* Judges the answers to all recipes; asserts success. */
void trial_verdicts(trial *t, const recipe *cases, size_t count, verdict *found);
verdict trial_verdict(trial *t, const recipe *r);

/* Runs a session without listeners; asserts CHECK_OK. */
session_result session_of(candidate of, const session_settings *settings);

/* Settings for the quick suite in one type, or in all types if dtype is ATTEST_BOOL. */
session_settings quick_session(attest_dtype dtype);

/* The probe of that name. */
const probe *probe_named(const char *name);

#endif
