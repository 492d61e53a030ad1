/* Tables as files that every program reads. */
#ifndef ATTEST_REPORTS_CSV_H
#define ATTEST_REPORTS_CSV_H

#include "reports/study.h"

/* Writes a table as CSV ([RFC4180], lines end with a newline alone): a line of "name" or "name [unit]", then the rows;
   numbers with 17 digits, so that they are read back as they were. The file is complete or not there. */
check_status csv_write(const study_table *t, const char *path, check_error *error);

#endif
