/* Output files that are either complete or not there: written under a temporary name beside the real one, then renamed. */
#ifndef ATTEST_CHECK_OUTPUT_H
#define ATTEST_CHECK_OUTPUT_H

#include <stdio.h>

#include "check/cases/error.h"

#define OUTPUT_PATH_MAX 4096

typedef struct output_file {
  FILE *stream; /* write here */
  const char *path;
  char temporary[OUTPUT_PATH_MAX]; /* "" if path is written to directly: a device, a pipe or a link (/dev/stdout) must not be replaced */
} output_file;

/* Opens an output file; path must outlive it. At most one is open at a time in a process.
   CHECK_BAD_INPUT if path cannot be created, CHECK_FAILURE if the disk is full. */
check_status output_open(output_file *output, const char *path, check_error *error);

/* Ends it: the file is on disk under its name, or CHECK_FAILURE and the name is as it was before. After a failed write to the stream, call
   this at once: the reason is still in errno. */
check_status output_close(output_file *output, check_error *error);

/* Removes the temporary file of the output that is open, if one is. For signal handlers. */
void output_discard(void);

#endif
