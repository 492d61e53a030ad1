/* The plots of a table of a study, in the page. */
#ifndef ATTEST_REPORTS_PLOTS_H
#define ATTEST_REPORTS_PLOTS_H

#include "reports/page.h"

/* Each as a figure, with a link to the table behind it. CHECK_FAILURE if one was not drawn. */
check_status plots_put(const page *p, const json_t *table, check_error *error);

#endif
