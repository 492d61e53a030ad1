/* attest zoo --judges: the rules of others, beside the bounds. */
#ifndef ATTEST_CLI_ZOO_JUDGES_H
#define ATTEST_CLI_ZOO_JUDGES_H

#include <jansson.h>

#include "check/cases/arena.h"
#include "check/cases/suite.h"

/* Scores all judges on a suite and on plain inputs of the same type, prints the table, and appends an object for each
   judge to rows. CHECK_MISMATCH if the bounds reject a right implementation. */
check_status zoo_judges(const suite *cases, attest_dtype dtype, arena *memory, json_t *rows, check_error *error);

#endif
