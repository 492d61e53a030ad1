/* The files of a directory that is being made. It is known to be writable: every failure is CHECK_FAILURE. */
#ifndef ATTEST_CHECK_NEW_FILE_H
#define ATTEST_CHECK_NEW_FILE_H

#include <jansson.h>
#include <stdio.h>

#include "check/cases/case.h"

/* Fails as a file or directory that cannot be written; errno says why. */
check_status new_file_failed(const char *path, check_error *error);

/* Fails for want of memory. */
check_status new_file_no_memory(const char *path, check_error *error);

/* Makes a directory and the ones above it, below one that exists: "a/b/c" in the directory. */
check_status new_file_directory(const char *directory, const char *name, char path[CASE_PATH_MAX], check_error *error);

/* Opens directory/name and sets its path. Mode "wbx" makes a new file; "ab" adds to the end of one. */
check_status new_file_open(const char *directory, const char *name, const char *mode, char path[CASE_PATH_MAX],
                           FILE **stream, check_error *error);
check_status new_file_close(FILE *stream, const char *path, check_error *error);

/* Writes a document, which may be NULL (no memory), and frees it. flags: jansson's. */
check_status new_file_document(const char *directory, const char *name, json_t *document, size_t flags,
                               check_error *error);

/* Adds a document to the end of a file, as a line, and frees it. */
check_status new_file_line(const char *directory, const char *name, json_t *document, check_error *error);

#endif
