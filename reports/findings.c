#include "reports/findings.h"

#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "reports/series.h"
#include "reports/statistics.h"

/* Points of a series, at most: those beyond are not looked at. */
enum { POINTS = 64 };

/* Within this factor a series stays what it is. */
#define STEADY 1.1

/* Of numbers that belong to rows, the least and the largest. */
typedef struct extremes {
  double least, most;
  size_t least_row, most_row, count;
} extremes;

static void note(extremes *e, double value, size_t row) {
  if (!isfinite(value)) return;
  if (e->count == 0 || value < e->least) {
    e->least = value;
    e->least_row = row;
  }
  if (e->count == 0 || value > e->most) {
    e->most = value;
    e->most_row = row;
  }
  e->count++;
}

void findings_add(char text[STUDY_FINDING_MAX], const char *format, ...) {
  va_list arguments;
  const size_t used = strlen(text);
  va_start(arguments, format);
  (void)vsnprintf(text + used, STUDY_FINDING_MAX - used, format, arguments);
  va_end(arguments);
}

/* ---- words */

static const char *x_name(const study_table *t, const study_plot *plot) {
  if (plot->symbol != NULL) return plot->symbol;
  return plot->x_name != NULL ? plot->x_name : t->columns[plot->x].name;
}

static const char *y_name(const study_table *t, const study_plot *plot) { return t->columns[plot->y].name; }

/* The name of y, as a sentence begins. */
static void begin_with_y(const study_table *t, const study_plot *plot, char text[STUDY_FINDING_MAX]) {
  const char *const name = y_name(t, plot);
  findings_add(text, "%c%s", toupper((unsigned char)name[0]), name + 1);
}

/* " us" after a number; nothing where there is no unit. */
static void add_unit(const study_table *t, const study_plot *plot, char text[STUDY_FINDING_MAX]) {
  const char *const unit = t->columns[plot->y].unit;
  if (unit[0] != '\0') findings_add(text, " %s", unit);
}

/* ---- what is looked at */

/* What is drawn: y, or of a heat map z. */
static double value_at(const study_table *t, const study_plot *plot, size_t row) {
  return series_number(t, row, plot->heat ? plot->z : plot->y);
}

/* The least and the largest x of all points. */
static extremes reach_of(const study_table *t, const study_plot *plot) {
  extremes reach = {.count = 0};
  for (size_t row = 0; row < study_rows(t); row++)
    if (series_draws(t, plot, row) && isfinite(value_at(t, plot, row))) note(&reach, series_x(t, plot, row), row);
  return reach;
}

/* The y of a series at an x; NAN: it has none. */
static double y_at(const study_table *t, const study_plot *plot, size_t from, double x) {
  for (size_t row = from; row < study_rows(t); row++)
    if (series_has(t, plot, from, row) && series_x(t, plot, row) == x) return value_at(t, plot, row);
  return NAN;
}

static extremes range_of(const study_table *t, const study_plot *plot, size_t from) {
  extremes range = {.count = 0};
  for (size_t row = from; row < study_rows(t); row++)
    if (series_has(t, plot, from, row)) note(&range, value_at(t, plot, row), row);
  return range;
}

/* ---- growth */

/* The exponent of a series from the x on; NAN: it has not three points there. */
static interval exponent_of(const study_table *t, const study_plot *plot, size_t from, double least) {
  double x[POINTS], y[POINTS];
  size_t count = 0;
  for (size_t row = from; row < study_rows(t) && count < POINTS; row++) {
    const double at = series_x(t, plot, row), value = value_at(t, plot, row);
    if (!series_has(t, plot, from, row) || !(at >= least) || !(at > 0) || !(value > 0) || isinf(value)) continue;
    x[count] = at;
    y[count++] = value;
  }
  return count < 3 ? (interval){NAN, NAN, NAN} : statistics_exponent(x, y, count, STUDY_CONFIDENCE);
}

static void add_exponent(const study_table *t, const study_plot *plot, size_t series, double least,
                         char text[STUDY_FINDING_MAX]) {
  const interval b = exponent_of(t, plot, series, least);
  findings_add(text, "%s^%.2f [%.2f, %.2f]", x_name(t, plot), b.value, b.low, b.high);
  if (plot->series != NO_COLUMN) findings_add(text, " (%s)", series_text(t, series, plot->series));
}

void findings_growth(const study_table *t, const study_plot *plot, char text[STUDY_FINDING_MAX]) {
  const double least = fmax(plot->from, reach_of(t, plot).least);
  extremes found = {.count = 0};
  for (size_t row = 0; row < study_rows(t); row++)
    if (series_begins(t, plot, row)) note(&found, exponent_of(t, plot, row, least).value, row);
  if (found.count == 0) {
    findings_add(text, "No series has three points from %s = %.10g on, which an exponent takes.", x_name(t, plot),
                 least);
    return;
  }
  begin_with_y(t, plot, text);
  findings_add(text, found.least < 0 ? " changes as " : " grows as ");
  add_exponent(t, plot, found.least_row, least, text);
  if (found.count > 1) findings_add(text, " to ");
  if (found.count > 1) add_exponent(t, plot, found.most_row, least, text);
  findings_add(text, " from %s = %.10g on.", x_name(t, plot), least);
}

/* ---- from the least x to the largest */

static void add_course(const study_table *t, const study_plot *plot, size_t from, const extremes *reach,
                       char text[STUDY_FINDING_MAX]) {
  const double first = y_at(t, plot, from, reach->least), last = y_at(t, plot, from, reach->most);
  const extremes range = range_of(t, plot, from);
  const bool within = range.least == fmin(first, last) && range.most == fmax(first, last);
  const bool steady = range.least > 0 && range.most <= STEADY * range.least;
  if (steady) findings_add(text, "stays within %.3g and %.3g", range.least, range.most);
  else findings_add(text, "%s from %.3g to %.3g", !within ? "goes" : last < first ? "falls" : "rises", first, last);
  add_unit(t, plot, text);
  findings_add(text, " (%s %s)", plot->series != NO_COLUMN ? t->columns[plot->series].name : "",
               series_text(t, from, plot->series));
  if (!within && !steady) findings_add(text, ", within %.3g and %.3g", range.least, range.most);
}

void findings_ends(const study_table *t, const study_plot *plot, char text[STUDY_FINDING_MAX]) {
  const extremes reach = reach_of(t, plot);
  bool any = false;
  findings_add(text, "From %s = %.10g to %.10g, ", x_name(t, plot), reach.least, reach.most);
  for (size_t row = 0; row < study_rows(t); row++) {
    if (!series_begins(t, plot, row) || isnan(y_at(t, plot, row, reach.least) + y_at(t, plot, row, reach.most)))
      continue;
    findings_add(text, "%s ", any ? "; it" : y_name(t, plot));
    add_course(t, plot, row, &reach, text);
    any = true;
  }
  findings_add(text, any ? "." : "no series was measured throughout.");
}

void findings_ratio(const study_table *t, const study_plot *plot, char text[STUDY_FINDING_MAX]) {
  const extremes reach = reach_of(t, plot);
  extremes found = {.count = 0};
  for (size_t row = 0; row < study_rows(t); row++)
    if (series_begins(t, plot, row))
      note(&found, y_at(t, plot, row, reach.most) / y_at(t, plot, row, reach.least), row);
  if (found.count == 0 || reach.least == reach.most) {
    findings_add(text, "No series was measured at %s = %.10g and at another.", x_name(t, plot), reach.least);
    return;
  }
  begin_with_y(t, plot, text);
  findings_add(text, " at %s = %.10g is %.3g (%s) to %.3g (%s) times that at %s = %.10g.", x_name(t, plot), reach.most,
               found.least, series_text(t, found.least_row, plot->series), found.most,
               series_text(t, found.most_row, plot->series), x_name(t, plot), reach.least);
}

/* ---- beside the line */

void findings_held(const study_table *t, const study_plot *plot, char text[STUDY_FINDING_MAX]) {
  size_t held = 0, count = 0;
  for (size_t row = 0; row < study_rows(t); row++) {
    const double low = series_number(t, row, plot->low), high = series_number(t, row, plot->high),
                 line = series_number(t, row, plot->line);
    if (!series_draws(t, plot, row) || !isfinite(low + high)) continue;
    count++;
    held += low <= line && line <= high;
  }
  findings_add(text, "%sThe line, %s, lies in %zu of %zu intervals of %g%%.", text[0] != '\0' ? " " : "",
               t->columns[plot->line].name, held, count, 100 * STUDY_CONFIDENCE);
}

/* ---- heat */

/* Of the cells of the row at y, but for one. */
static extremes cells_of(const study_table *t, const study_plot *plot, double y, size_t but) {
  extremes cells = {.count = 0};
  for (size_t row = 0; row < study_rows(t); row++)
    if (series_draws(t, plot, row) && series_number(t, row, plot->y) == y && row != but)
      note(&cells, value_at(t, plot, row), row);
  return cells;
}

void findings_row(const study_table *t, const study_plot *plot, const char *name, char text[STUDY_FINDING_MAX]) {
  const size_t rows = study_rows(t);
  size_t first = 0;
  while (first < rows && !(series_draws(t, plot, first) && strcmp(series_text(t, first, plot->y_names), name) == 0))
    first++;
  const double y = first < rows ? series_number(t, first, plot->y) : (double)NAN;
  const extremes cells = cells_of(t, plot, y, rows);
  if (cells.count < 2) {
    findings_add(text, "There is no row of '%s'.", name);
    return;
  }
  const extremes others = cells_of(t, plot, y, cells.most_row);
  findings_add(text, "'%s' gives most to '%s', %.2f of its %s, and next most to '%s', %.2f.", name,
               series_text(t, cells.most_row, plot->x_names), cells.most, t->columns[plot->z].name,
               series_text(t, others.most_row, plot->x_names), others.most);
}

/* ---- what stands above a plot */

/* Whether a row is to be a point: not one of a guide. */
static bool is_point(const study_table *t, const study_plot *plot, size_t row) {
  return series_draws(t, plot, row) && (plot->line == NO_COLUMN || series_has_points(t, plot, row));
}

void findings_tell(const study_table *t, const study_plot *plot, char text[STUDY_FINDING_MAX]) {
  size_t points = 0, missing = 0;
  text[0] = '\0';
  for (size_t row = 0; row < study_rows(t); row++) {
    if (!is_point(t, plot, row)) continue;
    points++;
    if (!isfinite(value_at(t, plot, row))) missing++;
  }
  if (points == 0) findings_add(text, "Nothing was measured.");
  else if (missing == points) findings_add(text, "None of %zu points is a number.", points);
  else plot->find(t, plot, text);
  if (missing > 0 && missing < points) findings_add(text, " %zu of %zu points are no numbers.", missing, points);
}
