/* The verdict on an answer, conventions included. */
#ifndef ATTEST_CHECK_EXPLAIN_H
#define ATTEST_CHECK_EXPLAIN_H

#include "check/judge/convention.h"
#include "check/judge/verdict.h"

/* What an answer is judged by. */
typedef struct explain_terms {
  const attest_problem *problem;
  const attest_answer *answer;
  const attest_arithmetic *arithmetic;
  convention_policy policy;
  bool patterned; /* the answer held the arena's pattern before the call */
} explain_terms;

/* Judges an answer by the definition, then by the conventions of rows that are not refused, then by the accepted stated
   ones: VERDICT_PASS or VERDICT_CONVENTION. v->followed has the conventions that it follows, v->broken those that show
   but are not followed. Otherwise it fails; if one more stated convention explains the whole answer, the verdict is
   VERDICT_NOT_ASKED and its text names that convention. Fails with CHECK_BAD_INPUT if the reference refuses the
   problem. */
check_status explain_verdict(const explain_terms *terms, verdict *v, check_error *error);

#endif
