/* What gnuplot is told to draw: a script with the data in it. */
#ifndef ATTEST_REPORTS_SCRIPT_H
#define ATTEST_REPORTS_SCRIPT_H

#include <stdio.h>

#include "reports/study.h"

void script_write(FILE *to, const study_table *t, const study_plot *plot);

#endif
