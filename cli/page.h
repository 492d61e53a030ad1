/* The page that --html writes: every failing case, and where its errors lie. */
#ifndef ATTEST_CLI_PAGE_H
#define ATTEST_CLI_PAGE_H

#include <jansson.h>

#include "check/run/session.h"

/* A grid as an object: batch, head, queries, width, rows, columns and the marks of error_map.h, a string a row. */
json_t *page_grid(const error_map *grid);

/* Writes the page to path, complete or not at all: XHTML that needs nothing else. failures as --json has them; those told in full
   have a grid of page_grid, and a member smallest if they were shrunk. result says how many cases were judged, and what never was. */
check_status page_write(const char *target, const json_t *failures, const session_result *result, const char *path, check_error *error);

#endif
