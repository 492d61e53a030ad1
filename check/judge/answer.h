/* The verdict on a whole answer: whether the memory around it is untouched, and whether its elements are right, by the
   definition or by a convention. */
#ifndef ATTEST_CHECK_ANSWER_H
#define ATTEST_CHECK_ANSWER_H

#include "check/cases/arena.h"
#include "check/judge/verdict.h"

/* Judges an answer against the reference. An absent output is not judged. memory: the arena of the answer; NULL if the
   answer comes from files, where unwritten elements cannot be detected. The problem must pass attest_problem_check. */
check_status answer_judge(const attest_problem *problem, const attest_answer *answer,
                          const attest_arithmetic *arithmetic, const convention_policy *policy, const arena *memory,
                          verdict *v, check_error *error);

#endif
