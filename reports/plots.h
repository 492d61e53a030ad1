/* The plots of a table of a study, in the page. */
#ifndef ATTEST_REPORTS_PLOTS_H
#define ATTEST_REPORTS_PLOTS_H

#include "reports/page.h"

/* Each as a figure: what it shows, the picture, a link to the table behind it. CHECK_FAILURE if one was not drawn. */
check_status plots_put(const page *p, const json_t *table, check_error *error);

/* The picture NAME.svg alone; prefix makes its ids differ from those of other pictures, about says what it shows. */
check_status plots_picture(const page *p, const char *name, const char *prefix, const char *about, check_error *error);

/* One plot: NAME.svg, of the table TABLE.csv; finding stands above it and is told to those who do not see it. The same
   status. */
check_status plots_put_one(const page *p, const char *table, const char *name, const char *finding, check_error *error);

#endif
