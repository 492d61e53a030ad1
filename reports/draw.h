/* Plots, by gnuplot. */
#ifndef ATTEST_REPORTS_DRAW_H
#define ATTEST_REPORTS_DRAW_H

#include "reports/study.h"

/* Draws a plot of a table into an SVG file: axes with names and units, bars from low to high, the line. Transparent, in
   a grey that is read on white and on black. CHECK_BAD_INPUT: gnuplot is not there, or path cannot be created;
   CHECK_FAILURE: gnuplot failed. The file is complete or not there. */
check_status draw_plot(const study_table *t, const study_plot *plot, const char *path, check_error *error);

#endif
