/* The results of attest check as JUnit XML, which build servers show. */
#ifndef ATTEST_CLI_JUNIT_H
#define ATTEST_CLI_JUNIT_H

#include <jansson.h>

#include "check/cases/error.h"

/* Writes the results, as they stand in the JSON file, to path, complete or not at all: a testsuite for each type and family of cases and one
   for what is no case, a testcase for each case, probe or directional test that the results name. */
check_status junit_write(const json_t *results, const char *path, check_error *error);

#endif
