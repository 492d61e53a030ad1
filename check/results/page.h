/* The page of --html: the verdict and its counts, what was computed instead, the probes and bias tests that do not
   hold, every failing case and its error map. */
#ifndef ATTEST_CHECK_PAGE_H
#define ATTEST_CHECK_PAGE_H

#include <jansson.h>
#include <stdio.h>

#include "check/run/session.h"

/* An error map as an object: batch, head, queries, width, rows, columns and the marks of error_map.h, one string for
   each row. */
json_t *page_grid(const error_map *grid);

/* Writes the page: XHTML without external files. document is that of the results; the failures reported in full have a
   map of page_grid, and a member smallest if they were shrunk. result is that of the same run. */
void page_put(FILE *to, const json_t *document, const session_result *result);

#endif
