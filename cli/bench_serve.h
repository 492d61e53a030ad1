/* attest bench --serve: this program as a command that serves a candidate (check/run/README.md). */
#ifndef ATTEST_CLI_BENCH_SERVE_H
#define ATTEST_CLI_BENCH_SERVE_H

#include "check/cases/error.h"

/* Serves the target on standard input and output. Fails with CHECK_BAD_INPUT if the target is no candidate. */
check_status bench_serve(const char *target, check_error *error);

#endif
