/* Where names stand in a plot whose series are named directly: beside the last point of each, or the end of its line,
   moved down where they would lie on each other. */
#ifndef ATTEST_REPORTS_LABELS_H
#define ATTEST_REPORTS_LABELS_H

#include "reports/study.h"

enum { LABELS = 64 }; /* at most: series beyond are not drawn */

typedef struct label {
  size_t row;  /* the first of its series, */
  int number;  /* which is this one */
  bool line;   /* it has no points */
  double x, y; /* what is named */
  double at_x, at_y;
} label;

typedef struct labels {
  label at[LABELS];
  size_t count;
  double left, right, low, high; /* the axes: all points and names */
} labels;

void labels_place(const study_table *t, const study_plot *plot, labels *placed);

#endif
