/* Positions run from 0 to 1 along each axis. A line of text is LINE high. The width of a letter depends on the space
   that the longest name leaves for the axis. Each name starts at the height of its point. Two names that overlap move
   apart, half of the missing distance each, until none overlap. */
#include "reports/labels.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "reports/series.h"

#define ASIDE 0.02 /* between a point and its name */
#define LINE 0.075
#define LETTER 8.6 /* units of the picture, */
#define ACROSS 430 /* which has so many for the axis and the names at its right */
#define PUSHES 400

typedef struct axis {
  bool logarithmic;
  double least, most;
} axis;

static void widen(axis *a, double value) {
  if (!isfinite(value) || (a->logarithmic && value <= 0)) return;
  a->least = fmin(a->least, value);
  a->most = fmax(a->most, value);
}

/* The place of a value on an axis, and the value at a place. */
static double place_of(const axis *a, double value) {
  if (a->most == a->least) return 0.5;
  return a->logarithmic ? log(value / a->least) / log(a->most / a->least) : (value - a->least) / (a->most - a->least);
}

static double value_at(const axis *a, double place) {
  return a->logarithmic ? a->least * pow(a->most / a->least, place) : a->least + (a->most - a->least) * place;
}

/* The number 1, 2 or 5 times a power of ten that is next to x, above or below. */
static double round_number(double x, bool up) {
  const double power = pow(10, floor(log10(x))), m = x / power;
  if (up) return power * (m <= 1 ? 1 : m <= 2 ? 2 : m <= 5 ? 5 : 10);
  return power * (m >= 5 ? 5 : m >= 2 ? 2 : 1);
}

/* Ends at numbers that a mark can name, or a little beyond the last value. */
static void round_ends(axis *a) {
  if (a->least > a->most) return;
  if (a->logarithmic) {
    a->least = round_number(a->least, false);
    a->most = round_number(a->most, true);
  }
  const bool none = a->least == a->most;
  if (none && a->logarithmic) *a = (axis){true, a->least / 2, a->most * 2};
  else if (none) *a = (axis){false, a->least, a->most + 1};
  else if (!a->logarithmic) a->most += 0.05 * (a->most - a->least);
}

static bool is_drawn(const axis *a, double value) { return isfinite(value) && (!a->logarithmic || value > 0); }

/* Whether all points lie between the ends that are asked for. */
static bool holds_points(const study_table *t, const study_plot *plot) {
  for (size_t row = 0; row < study_rows(t); row++) {
    const double y = series_draws(t, plot, row) ? series_number(t, row, plot->y) : (double)NAN;
    if (y < plot->y_low || y > plot->y_high) return false;
  }
  return true;
}

/* Finds the range of both axes: it covers everything drawn. A linear y axis starts at 0 unless the plot sets its ends.
   */
static void find_axes(const study_table *t, const study_plot *plot, axis *x, axis *y) {
  *x = (axis){plot->log_x, HUGE_VAL, -HUGE_VAL};
  *y = (axis){plot->log_y, HUGE_VAL, -HUGE_VAL};
  if (!plot->log_y) widen(y, 0);
  for (size_t row = 0; row < study_rows(t); row++) {
    if (!series_draws(t, plot, row)) continue;
    widen(x, series_x(t, plot, row));
    for (const int *column = (const int[]){plot->y, plot->low, plot->high, plot->line, -2}; *column != -2; column++)
      widen(y, series_number(t, row, *column));
  }
  round_ends(y);
  if (plot->y_high > plot->y_low && holds_points(t, plot)) *y = (axis){plot->log_y, plot->y_low, plot->y_high};
}

/* The highest point of a series. */
static double peak_of(const study_table *t, const study_plot *plot, size_t from) {
  double peak = -HUGE_VAL;
  for (size_t row = from; row < study_rows(t); row++)
    if (series_has(t, plot, from, row)) peak = fmax(peak, series_number(t, row, plot->y));
  return peak;
}

/* What the name of a series stands beside: its last point, or the end of its line if it has none; of an outline, where
   it falls to half of its height. false: nothing of it is drawn. */
static bool find_named(const study_table *t, const study_plot *plot, const axis *y_axis, size_t from, label *found) {
  *found = (label){.row = from, .line = true, .x = NAN};
  const double least = plot->outline ? peak_of(t, plot, from) / 2 : -HUGE_VAL;
  for (size_t row = from; row < study_rows(t); row++) {
    const double y = series_number(t, row, plot->y), line = series_number(t, row, plot->line);
    if (!series_has(t, plot, from, row)) continue;
    if (!is_drawn(y_axis, y) && !(found->line && is_drawn(y_axis, line))) continue;
    if (y < least) continue;
    found->line = !is_drawn(y_axis, y);
    found->x = series_x(t, plot, row);
    found->y = found->line ? line : y;
  }
  return !isnan(found->x);
}

/* Where a name begins, and a letter beyond its end; at_x, at_y: places. */
typedef struct extent {
  double from, to;
} extent;

static extent extent_of(const study_table *t, const study_plot *plot, const labels *among, const label *l) {
  const double letter = LETTER / (ACROSS - LETTER * (double)among->longest),
               width = letter * (double)(strlen(series_text(t, l->row, plot->series)) + 1);
  return l->left ? (extent){l->at_x - width, l->at_x} : (extent){l->at_x, l->at_x + width};
}

/* Whether two names would lie above each other, or side by side with less than a letter between them. */
static bool share_columns(const study_table *t, const study_plot *plot, const labels *among, const label *a,
                          const label *b) {
  const extent of_a = extent_of(t, plot, among, a), of_b = extent_of(t, plot, among, b);
  return of_a.from < of_b.to && of_b.from < of_a.to;
}

/* Whether a named point of another series, or its axis, is where the name would stand. */
static bool is_blocked(const study_table *t, const study_plot *plot, const labels *among, const label *l, const axis *x,
                       const axis *y) {
  const extent its = extent_of(t, plot, among, l);
  bool blocked = its.from < 0;
  for (size_t n = 0; n < among->count; n++) {
    const double column = place_of(x, among->at[n].x), row = place_of(y, among->at[n].y);
    blocked = blocked || (its.from < column && column < its.to && fabs(row - l->at_y) < LINE / 2);
  }
  return blocked;
}

/* Puts a name left of its point if it is in the way of others at the right alone. */
static void choose_side(const study_table *t, const study_plot *plot, const labels *among, label *l, const axis *x,
                        const axis *y) {
  label other = *l;
  other.left = true;
  other.at_x -= 2 * ASIDE;
  if (!plot->apart && is_blocked(t, plot, among, l, x, y) && !is_blocked(t, plot, among, &other, x, y)) *l = other;
}

/* Higher points first. */
static int compare(const void *a, const void *b) {
  const label *const x = a, *const y = b;
  return x->y != y->y ? (x->y < y->y ? 1 : -1) : (x->row > y->row) - (x->row < y->row);
}

static bool push_apart(const study_table *t, const study_plot *plot, labels *placed) {
  bool pushed = false;
  for (size_t n = 1; n < placed->count; n++)
    for (size_t m = 0; m < n; m++) {
      label *const above = &placed->at[m], *const below = &placed->at[n];
      const double missing = LINE - (above->at_y - below->at_y);
      if (missing <= 1e-6 || !share_columns(t, plot, placed, above, below)) continue;
      above->at_y += missing / 2;
      below->at_y -= missing / 2;
      pushed = true;
    }
  return pushed;
}

/* Lifts names that were pushed below the axis, the lowest first. */
static void lift(const study_table *t, const study_plot *plot, labels *placed) {
  for (size_t n = placed->count; n-- > 0;) {
    label *const l = &placed->at[n];
    double floor = 0;
    for (size_t m = n + 1; m < placed->count; m++)
      if (share_columns(t, plot, placed, &placed->at[m], l)) floor = fmax(floor, placed->at[m].at_y + LINE);
    l->at_y = fmax(l->at_y, floor);
  }
}

void labels_place(const study_table *t, const study_plot *plot, labels *placed) {
  axis x, y;
  int number = 0;
  *placed = (labels){.count = 0};
  find_axes(t, plot, &x, &y);
  const double aside = plot->apart ? pow(2, LABELS_SHIFT * series_count(t, plot) / 2.0) : 1;
  x.least /= aside;
  x.most *= aside;
  for (size_t row = 0; row < study_rows(t) && placed->count < LABELS; row++) {
    if (!series_begins(t, plot, row)) continue;
    label *const next = &placed->at[placed->count];
    placed->count += find_named(t, plot, &y, row, next);
    next->number = number++;
  }
  qsort(placed->at, placed->count, sizeof placed->at[0], compare);
  for (size_t n = 0; n < placed->count; n++) {
    label *const l = &placed->at[n];
    const size_t length = strlen(series_text(t, l->row, plot->series));
    if (length > placed->longest) placed->longest = length;
    l->at_x = plot->apart ? 1 + ASIDE : place_of(&x, l->x) + ASIDE;
    l->at_y = place_of(&y, l->y) + (plot->outline ? LINE / 2 : 0); /* above the line, which goes on */
  }
  for (size_t n = 0; n < placed->count; n++) choose_side(t, plot, placed, &placed->at[n], &x, &y);
  for (int n = 0; n < PUSHES && push_apart(t, plot, placed); n++) {
  }
  lift(t, plot, placed);
  for (size_t n = 0; n < placed->count; n++) {
    label *const l = &placed->at[n];
    l->at_x = value_at(&x, l->at_x);
    l->at_y = value_at(&y, l->at_y);
  }
  placed->left = x.least;
  placed->right = x.most;
  placed->low = y.least;
  placed->high = y.most;
}
