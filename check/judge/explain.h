/* The verdict on an answer, where conventions count. */
#ifndef ATTEST_CHECK_EXPLAIN_H
#define ATTEST_CHECK_EXPLAIN_H

#include "check/judge/convention.h"
#include "check/judge/verdict.h"

/* What an answer of the arena is judged by. */
typedef struct explain_terms {
  const attest_problem *problem;
  const attest_answer *answer;
  const attest_arithmetic *arithmetic;
  convention_policy policy;
  bool patterned; /* the answer was all of the arena's pattern before */
} explain_terms;

/* Judges an answer by the definition and what is declared; where it is not within those bounds, by the fewest other conventions that explain all of it
   and are not refused: then the verdict is VERDICT_CONVENTION. v->followed and v->broken say which are followed, and which show in the case and are
   not. A declared convention that shows and is not followed: VERDICT_UNDECLARED. CHECK_BAD_INPUT if the reference refuses the problem. */
check_status explain_verdict(const explain_terms *terms, verdict *v, check_error *error);

#endif
