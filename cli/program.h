/* This program, to be run again. */
#ifndef ATTEST_CLI_PROGRAM_H
#define ATTEST_CLI_PROGRAM_H

#include <stddef.h>

#include "check/cases/error.h"

/* Its path. CHECK_FAILURE where the system does not say. */
check_status program_find(char *path, size_t size, check_error *error);

#endif
