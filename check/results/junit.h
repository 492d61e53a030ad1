/* The results of attest check as JUnit XML, the format of build servers. */
#ifndef ATTEST_CHECK_JUNIT_H
#define ATTEST_CHECK_JUNIT_H

#include <jansson.h>
#include <stdio.h>

#include "check/cases/error.h"

/* Writes the results of the JSON document: a testsuite for each type and family of
   cases and one for everything else, with a testcase for each case, probe or bias test in the results. */
check_status junit_put(FILE *to, const json_t *results, check_error *error);

#endif
