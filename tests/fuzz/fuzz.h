/* A fuzz target: one reader on one input. Whatever the input, it must be read or refused, with a line that says why;
   abort is a finding. */
#ifndef ATTEST_TESTS_FUZZ_FUZZ_H
#define ATTEST_TESTS_FUZZ_FUZZ_H

#include <stddef.h>
#include <stdint.h>

#include "check/cases/error.h"

/* The name is libFuzzer's. Returns 0. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Aborts unless a refusal is bad input (never a failure of ours) with a line of printable characters. */
void fuzz_expect_line(check_status status, const check_error *error);

#endif
