/* What plots show, said in sentences that are computed from the rows which they draw. */
#ifndef ATTEST_REPORTS_FINDINGS_H
#define ATTEST_REPORTS_FINDINGS_H

#include "reports/study.h"

/* What stands above a plot: what its own function finds, and how many of its points are no numbers. That nothing was
   measured, where none is. */
void findings_tell(const study_table *t, const study_plot *plot, char text[STUDY_FINDING_MAX]);

/* Adds to what is found; cut off if it is too long. */
__attribute__((format(printf, 2, 3))) void findings_add(char text[STUDY_FINDING_MAX], const char *format, ...);

/* the exponents b of y = c x^b, least and largest by series, with their intervals, from plot->from on */
study_finding findings_growth;
study_finding findings_ends;  /* what becomes of each series from the least x to the largest */
study_finding findings_ratio; /* y at the largest x over y at the least: least and largest by series */
study_finding findings_held;  /* in how many intervals the line lies */

/* Of a heat map the row of that name: the two columns that have most of it. */
void findings_row(const study_table *t, const study_plot *plot, const char *name, char text[STUDY_FINDING_MAX]);

#endif
