/* What the system must leave this program: a stack, and the memory that OpenBLAS takes when it is loaded. */
#ifndef ATTEST_CLI_LIMITS_H
#define ATTEST_CLI_LIMITS_H

#include "check/cases/error.h"

/* Raises a stack that is too small, as far as the process may; fails otherwise. */
check_status limits_expect_stack(check_error *error);

/* From now on, a library that calls exit ends this process with CHECK_FAILURE and a line: OpenMP's and others
   end a program with status 1, which means a mismatch here. Call limits_passed before this program exits itself. */
void limits_guard_exit(void);
void limits_passed(void);

#endif
