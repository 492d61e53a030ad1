/* A process that is asked on a line, and that there is not. */
#ifndef ATTEST_TESTS_FUZZ_NO_PROCESS_H
#define ATTEST_TESTS_FUZZ_NO_PROCESS_H

#include <limits.h>

/* Its id: beyond those of the system. */
#define NO_PROCESS (INT_MAX - 1)

/* The wait status with which it ends. */
extern int no_process_ended;

#endif
