/* Where the names of series stand in a plot: right of the last point of each, or of the end of its line; left of it where
   only there no other named point is in the way. Names that would overlap are pushed apart. */
#ifndef ATTEST_REPORTS_LABELS_H
#define ATTEST_REPORTS_LABELS_H

#include "reports/study.h"

/* Between series that stand beside each other, of the distance between two texts along x, or of an octave. */
#define LABELS_SHIFT 0.12

enum { LABELS = 64 }; /* at most: series beyond are not named */

typedef struct label {
  size_t row;  /* the first of its series, */
  int number;  /* which is this one */
  bool line;   /* it has no points */
  bool left;   /* the name stands left of it, and ends at at_x */
  double x, y; /* what is named */
  double at_x, at_y;
} label;

typedef struct labels {
  label at[LABELS];
  size_t count, longest;         /* longest: letters of the longest name */
  double left, right, low, high; /* the axes: all points, bars and lines; a name may stand beyond */
} labels;

void labels_place(const study_table *t, const study_plot *plot, labels *placed);

#endif
