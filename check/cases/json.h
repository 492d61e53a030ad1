/* Reads and writes JSON files, with errors of one line. */
#ifndef ATTEST_CHECK_JSON_H
#define ATTEST_CHECK_JSON_H

#include <jansson.h>
#include <stdbool.h>

#include "check/cases/error.h"

/* Parses the regular file at path; its root must be an object. The caller frees *root with json_decref. Duplicate keys
   are refused. */
check_status json_read_object(const char *path, json_t **root, check_error *error);

/* The same of a text in memory, which is not changed; errors call it by the name. */
check_status json_read_text(char *text, const char *name, json_t **root, check_error *error);

/* Makes all strings in a document printable (printable.h). false: no memory. */
bool json_make_printable(json_t *document);

/* Writes the document to path, complete or not at all (output.h). CHECK_FAILURE if memory runs out. */
check_status json_write(const json_t *document, const char *path, check_error *error);

/* The same without unnecessary spaces and newlines. */
check_status json_write_compact(const json_t *document, const char *path, check_error *error);

/* Fails with CHECK_BAD_INPUT and "path: where: expected .., found ..". found NULL: the member is missing. */
check_status json_unexpected(const char *path, const char *where, const char *expected, const json_t *found,
                             check_error *error);

#endif
