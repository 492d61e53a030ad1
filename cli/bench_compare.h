/* attest bench --compare: what changed between two files. */
#ifndef ATTEST_CLI_BENCH_COMPARE_H
#define ATTEST_CLI_BENCH_COMPARE_H

#include "check/cases/error.h"

/* Prints a line a benchmark and a closing line. limit: how much slower one may be, as a share. CHECK_MISMATCH if one is slower, or wrong where it was not. CHECK_BAD_INPUT for a file that
   holds no benchmarks, or none that the other has. */
check_status bench_compare(const char *first, const char *second, double limit, check_error *error);

#endif
