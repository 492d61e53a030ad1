/* The path of this program, to run it again. */
#ifndef ATTEST_CLI_PROGRAM_H
#define ATTEST_CLI_PROGRAM_H

#include <stddef.h>

#include "check/cases/error.h"

/* Finds the path. CHECK_FAILURE if the system does not give it. */
check_status program_find(char *path, size_t size, check_error *error);

#endif
