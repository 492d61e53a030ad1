/* A candidate that runs in the calling process: attest_callbacks of attest_check.h. */
#ifndef ATTEST_CHECK_HERE_H
#define ATTEST_CHECK_HERE_H

#include "check/run/question.h"

/* Describes the candidate for a type; d holds the defaults. Fails with CHECK_BAD_INPUT for an unknown convention. */
check_status here_describe(const attest_callbacks *of, const char *name, attest_dtype dtype, candidate_description *d,
                           check_error *error);

/* Asks one question. Fails with CHECK_FAILURE if the caller stops the run. */
check_status here_run(const attest_callbacks *of, const recipe *made, const attest_problem *problem,
                      const attest_answer *answer, double seconds, outcome *became, check_error *error);

#endif
