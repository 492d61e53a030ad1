/* Whether every value that a candidate says of itself is in its documented range (attest.h, attest_check.h). Values
   outside would make bounds infinite, or a suite empty. */
#ifndef ATTEST_CHECK_DESCRIPTION_H
#define ATTEST_CHECK_DESCRIPTION_H

#include "attest_check.h"
#include "check/cases/error.h"

/* Fails with CHECK_BAD_INPUT; the error names the candidate, the member, its range and the value found. */
check_status description_check(const char *name, const attest_description *d, check_error *error);

#endif
