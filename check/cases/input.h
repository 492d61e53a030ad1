/* Input files. */
#ifndef ATTEST_CHECK_INPUT_H
#define ATTEST_CHECK_INPUT_H

#include <stdint.h>

#include "check/cases/error.h"

/* Opens a regular file for reading; *file is its descriptor, for close(), and *size its bytes (size may be NULL). Never
   waits, as opening a pipe would. CHECK_BAD_INPUT: it is not there, may not be read, or is not regular. CHECK_FAILURE:
   see check_fail_file. */
check_status input_open(const char *path, int *file, int64_t *size, check_error *error);

#endif
