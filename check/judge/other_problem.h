/* The problem that a candidate solves under a stated convention. */
#ifndef ATTEST_CHECK_OTHER_PROBLEM_H
#define ATTEST_CHECK_OTHER_PROBLEM_H

#include "attest.h"
#include "check/judge/convention.h"

typedef struct other_problem {
  attest_problem problem;
  void *memory[2]; /* copies of k and v, if there are any */
} other_problem;

/* The stated conventions that can change an answer to this problem. */
convention_set other_problem_shows(const attest_problem *problem, const attest_answer *answer);

/* Makes the problem that these conventions solve (conventions of rows in the set change nothing). It points to the
   tensors of the given problem. Free with other_problem_free, also after a failure (CHECK_FAILURE: no memory). */
check_status other_problem_make(const attest_problem *problem, convention_set followed, other_problem *other,
                                check_error *error);

void other_problem_free(other_problem *other);

#endif
