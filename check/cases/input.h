/* Input files. */
#ifndef ATTEST_CHECK_INPUT_H
#define ATTEST_CHECK_INPUT_H

#include "check/cases/error.h"

/* Opens a regular file for reading; *file is its descriptor, for close(). Never waits, as opening a pipe would.
   CHECK_BAD_INPUT: it is not there, may not be read, or is not regular. CHECK_FAILURE: see check_fail_file. */
check_status input_open(const char *path, int *file, check_error *error);

#endif
