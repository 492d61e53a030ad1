/* The verdict on a whole answer: no memory beside it was written, and its elements are right, or right by a convention. */
#ifndef ATTEST_CHECK_ANSWER_H
#define ATTEST_CHECK_ANSWER_H

#include "check/cases/arena.h"
#include "check/judge/verdict.h"

/* Judges an answer against the reference. An output that is absent is not judged. memory: the arena in which the answer was written; NULL if it
   comes from files, where no element is as it was before. The problem must be one that attest_problem_check accepts. */
check_status answer_judge(const attest_problem *problem, const attest_answer *answer, const attest_arithmetic *arithmetic,
                          const convention_policy *policy, const arena *memory, verdict *v, check_error *error);

#endif
