/* A problem as those who follow some conventions understand it. */
#ifndef ATTEST_CHECK_OTHER_PROBLEM_H
#define ATTEST_CHECK_OTHER_PROBLEM_H

#include "attest.h"
#include "check/judge/convention.h"

typedef struct other_problem {
  attest_problem problem;
  void *memory[2]; /* of k and v, where they are copies */
} other_problem;

/* The conventions of whole problems that can make a difference to an answer. */
convention_set other_problem_shows(const attest_problem *problem, const attest_answer *answer);

/* The problem that is solved where these are followed (others of the set than those of whole problems change nothing); points to what the given
   one does. Free with other_problem_free, also after a failure (CHECK_FAILURE: no memory). */
check_status other_problem_make(const attest_problem *problem, convention_set followed, other_problem *other, check_error *error);

void other_problem_free(other_problem *other);

#endif
