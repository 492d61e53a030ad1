/* The expected verdicts of a study of claims. */
#ifndef ATTEST_CLI_EXPECTATION_H
#define ATTEST_CLI_EXPECTATION_H

#include "reports/study.h"

/* Compares the verdicts of the claims with a file and prints the differences. The file has a line "NUMBER VERDICT" for
   each claim, in their order. CHECK_MISMATCH if any differs; CHECK_BAD_INPUT if the file cannot be read or has another
   number of lines. */
check_status expectation_compare(const study *claims, const char *path, check_error *error);

#endif
