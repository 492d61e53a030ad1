/* The page of --html: every failing case, and its error map. */
#ifndef ATTEST_CLI_PAGE_H
#define ATTEST_CLI_PAGE_H

#include <jansson.h>

#include "check/run/session.h"

/* An error map as an object: batch, head, queries, width, rows, columns and the marks of error_map.h, one string for
   each row. */
json_t *page_grid(const error_map *grid);

/* Writes the page to path, complete or not at all: XHTML without external files. failures are those of --json; the ones
   reported in full have a map of page_grid, and a member smallest if they were shrunk. result has the counts of judged
   cases, and the levels never judged. */
check_status page_write(const char *target, const json_t *failures, const session_result *result, const char *path,
                        check_error *error);

#endif
