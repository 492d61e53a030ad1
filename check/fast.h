/* The fast variants as candidates: with a workspace for each call. */
#ifndef ATTEST_CHECK_FAST_H
#define ATTEST_CHECK_FAST_H

#include "attest.h"

/* The variant's own name, if this machine can run one of that name; else NULL. */
const char *fast_find(const char *name);

/* Computes an answer. Fails as attest_attention does, and with ATTEST_ERROR_FAILURE where there is no memory. */
attest_status fast_answer(const char *name, const attest_problem *problem, const attest_answer *answer);

#endif
