/* What verdicts a study of claims is expected to give. */
#ifndef ATTEST_CLI_EXPECTATION_H
#define ATTEST_CLI_EXPECTATION_H

#include "reports/study.h"

/* Compares the verdicts of the claims with those of a file, which has a line "NUMBER VERDICT" for each of them in their order, and prints those that differ.
   CHECK_MISMATCH if any does; CHECK_BAD_INPUT if the file cannot be read or has not as many such lines. */
check_status expectation_compare(const study *claims, const char *path, check_error *error);

#endif
