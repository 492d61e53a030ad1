/* The results of attest check as JUnit XML, the format of build servers. */
#ifndef ATTEST_CLI_JUNIT_H
#define ATTEST_CLI_JUNIT_H

#include <jansson.h>

#include "check/cases/error.h"

/* Writes the results of the JSON document to path, complete or not at all: a testsuite for each type and family of
   cases and one for everything else, with a testcase for each case, probe or bias test in the results. */
check_status junit_write(const json_t *results, const char *path, check_error *error);

#endif
