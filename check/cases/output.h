/* Output files that are complete or absent: written under a temporary name beside the final one, then renamed. */
#ifndef ATTEST_CHECK_OUTPUT_H
#define ATTEST_CHECK_OUTPUT_H

#include <stddef.h>
#include <stdio.h>

#include "check/cases/error.h"

#define OUTPUT_PATH_MAX 4096

typedef struct output_file {
  FILE *stream; /* write here */
  const char *path;
  char temporary[OUTPUT_PATH_MAX]; /* "": path is written directly, as a device, pipe or link must not be replaced */
} output_file;

/* Checks early, before minutes of work, that path can be created; NULL: nothing to check. Fails as output_open. */
check_status output_expect(const char *path, check_error *error);

/* The same of several files: no two may be one, and none may be one of the inputs. NULL: not there. */
check_status output_expect_all(const char *const *paths, size_t count, const char *const *inputs, size_t input_count,
                               check_error *error);

/* Opens an output file; path must outlive it. A process may have only one open at a time. Fails with CHECK_BAD_INPUT if
   path cannot be created, with CHECK_FAILURE if the disk is full. */
check_status output_open(output_file *output, const char *path, check_error *error);

/* Closes the file: it is on disk under its name, or the name is unchanged and the status is CHECK_FAILURE. After a
   failed write to the stream, call this at once: errno still holds the reason. */
check_status output_close(output_file *output, check_error *error);

/* Copies all of a file, from its beginning, to a new output. Fails as output_open and output_close do, and with
   CHECK_FAILURE if from cannot be read. */
check_status output_copy(FILE *from, const char *path, check_error *error);

/* Removes the temporary file of the open output, if there is one. For signal handlers. */
void output_discard(void);

#endif
