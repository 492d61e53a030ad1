/* attest bench --compare: the changes between two files. */
#ifndef ATTEST_CLI_BENCH_COMPARE_H
#define ATTEST_CLI_BENCH_COMPARE_H

#include "check/cases/error.h"

/* Prints a line for each benchmark and a closing line. limit: how much slower a benchmark may be, as a share.
   CHECK_MISMATCH if one is slower, or wrong now and not before. CHECK_BAD_INPUT for a file without benchmarks, or two
   files without a common one. */
check_status bench_compare(const char *first, const char *second, double limit, check_error *error);

#endif
