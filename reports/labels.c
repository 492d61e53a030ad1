#include "reports/labels.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "reports/series.h"

/* Of the axes: how far a name stands to the right of its point, the height of a line of text, and the width of a
   letter. */
#define ASIDE 0.03
#define LINE 0.045
#define LETTER 0.016

static void widen(labels *axes, double x, double y) {
  axes->left = fmin(axes->left, x);
  axes->right = fmax(axes->right, x);
  axes->low = fmin(axes->low, y);
  axes->high = fmax(axes->high, y);
}

static bool is_placed(double x, double y) { return x > 0 && y > 0 && isfinite(x) && isfinite(y); }

/* The name of the series that begins with a row; false: nothing of it is drawn. */
static bool find_last(const study_table *t, const study_plot *plot, size_t from, labels *placed, label *found) {
  *found = (label){.row = from, .line = true, .x = NAN};
  for (size_t row = from; row < study_rows(t); row++) {
    const double x = series_x(t, plot, row), y = series_number(t, row, plot->y),
                 line = series_number(t, row, plot->line);
    if (!series_has(t, plot, from, row)) continue;
    if (is_placed(x, line)) widen(placed, x, line);
    if (is_placed(x, y)) widen(placed, x, y);
    if (!is_placed(x, y) && !(found->line && is_placed(x, line))) continue;
    found->line = !is_placed(x, y);
    found->x = x;
    found->y = found->at_y = found->line ? line : y;
  }
  return !isnan(found->x);
}

/* Whether two names would lie above each other. */
static bool share_columns(const study_table *t, const study_plot *plot, const labels *axes, const label *a,
                          const label *b) {
  const double span = axes->right / axes->left;
  const double end_a = a->at_x * pow(span, LETTER * (double)strlen(series_text(t, a->row, plot->series))),
               end_b = b->at_x * pow(span, LETTER * (double)strlen(series_text(t, b->row, plot->series)));
  return a->at_x < end_b && b->at_x < end_a;
}

/* Higher points first. */
static int compare(const void *a, const void *b) {
  const label *const x = a, *const y = b;
  return x->y != y->y ? (x->y < y->y ? 1 : -1) : (x->row > y->row) - (x->row < y->row);
}

void labels_place(const study_table *t, const study_plot *plot, labels *placed) {
  *placed = (labels){.left = HUGE_VAL, .right = 0, .low = HUGE_VAL, .high = 0};
  int number = 0;
  for (size_t row = 0; row < study_rows(t) && placed->count < LABELS; row++) {
    if (!series_begins(t, plot, row)) continue;
    label *const next = &placed->at[placed->count];
    placed->count += find_last(t, plot, row, placed, next);
    next->number = number++;
  }
  const double aside = pow(placed->right / placed->left, ASIDE), line = pow(placed->high / placed->low, LINE);
  qsort(placed->at, placed->count, sizeof placed->at[0], compare);
  for (size_t n = 0; n < placed->count; n++) {
    label *const l = &placed->at[n];
    l->at_x = l->x * aside;
    for (size_t m = 0; m < n; m++)
      if (share_columns(t, plot, placed, &placed->at[m], l)) l->at_y = fmin(l->at_y, placed->at[m].at_y / line);
    placed->low = fmin(placed->low, l->at_y);
  }
  placed->low /= line;
  placed->high *= line;
}
