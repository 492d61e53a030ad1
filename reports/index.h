/* The page of a report, index.html: its head, its sections in order, its foot. */
#ifndef ATTEST_REPORTS_INDEX_H
#define ATTEST_REPORTS_INDEX_H

#include <jansson.h>

#include "check/cases/error.h"
#include "reports/report.h"

/* Writes index.html in a directory, in which the plots lie that the parts drew, with a line on the size of the report.
   parts: as part_run makes them. CHECK_FAILURE. */
check_status index_write(const json_t *parts, report_size size, const char *directory, check_error *error);

#endif
