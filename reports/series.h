/* What a plot draws of its table: the rows that it shows, series by series. */
#ifndef ATTEST_REPORTS_SERIES_H
#define ATTEST_REPORTS_SERIES_H

#include "reports/study.h"

/* A cell of a table as a number, NAN where it is a text; as a text, "" where it is a number. NO_COLUMN: NAN and "". */
double series_number(const study_table *t, size_t row, int column);
const char *series_text(const study_table *t, size_t row, int column);

/* Whether a row is drawn; whether it is the first that is drawn of its series; whether it is drawn and of the series
   that row from begins. */
bool series_draws(const study_table *t, const study_plot *plot, size_t row);
bool series_begins(const study_table *t, const study_plot *plot, size_t row);
bool series_has(const study_table *t, const study_plot *plot, size_t from, size_t row);

/* How many series are drawn. */
int series_count(const study_table *t, const study_plot *plot);

/* Whether some row of the series of a row has a finite y, else it is a guide; whether some has a line. */
bool series_has_points(const study_table *t, const study_plot *plot, size_t of);
bool series_has_line(const study_table *t, const study_plot *plot, size_t of);

/* Where a row stands along x: the number; of a text its place among the texts that are drawn, from 0 on. */
double series_x(const study_table *t, const study_plot *plot, size_t row);

/* Whether a row is the first that is drawn with its text along x. */
bool series_names_x(const study_table *t, const study_plot *plot, size_t row);

#endif
