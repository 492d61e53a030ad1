#include "reports/series.h"

#include <math.h>
#include <string.h>

double series_number(const study_table *t, size_t row, int column) {
  if (column == NO_COLUMN) return NAN;
  const study_cell *const cell = study_cell_at(t, row, (size_t)column);
  return cell->text == NULL ? cell->number : NAN;
}

const char *series_text(const study_table *t, size_t row, int column) {
  const char *const text = column == NO_COLUMN ? NULL : study_cell_at(t, row, (size_t)column)->text;
  return text != NULL ? text : "";
}

bool series_draws(const study_table *t, const study_plot *plot, size_t row) {
  return plot->among == NO_COLUMN || strcmp(series_text(t, row, plot->among), plot->only) == 0;
}

/* Whether a row is the first that is drawn with its text in a column. */
static bool is_first(const study_table *t, const study_plot *plot, size_t row, int column) {
  bool first = series_draws(t, plot, row);
  for (size_t r = 0; r < row && first; r++)
    first = !series_draws(t, plot, r) || strcmp(series_text(t, r, column), series_text(t, row, column)) != 0;
  return first;
}

bool series_begins(const study_table *t, const study_plot *plot, size_t row) {
  return is_first(t, plot, row, plot->series);
}

bool series_has(const study_table *t, const study_plot *plot, size_t from, size_t row) {
  return series_draws(t, plot, row) &&
         strcmp(series_text(t, row, plot->series), series_text(t, from, plot->series)) == 0;
}

int series_count(const study_table *t, const study_plot *plot) {
  int count = 0;
  for (size_t row = 0; row < study_rows(t); row++) count += series_begins(t, plot, row);
  return count;
}

/* Whether a column is finite in some row of a series. */
static bool has_number(const study_table *t, const study_plot *plot, size_t of, int column) {
  for (size_t row = 0; row < study_rows(t); row++)
    if (series_has(t, plot, of, row) && isfinite(series_number(t, row, column))) return true;
  return false;
}

bool series_has_points(const study_table *t, const study_plot *plot, size_t of) {
  return has_number(t, plot, of, plot->heat ? plot->z : plot->y);
}

bool series_has_line(const study_table *t, const study_plot *plot, size_t of) {
  return has_number(t, plot, of, plot->line);
}

bool series_names_x(const study_table *t, const study_plot *plot, size_t row) {
  return study_cell_at(t, row, (size_t)plot->x)->text != NULL && is_first(t, plot, row, plot->x);
}

double series_x(const study_table *t, const study_plot *plot, size_t row) {
  const char *const name = study_cell_at(t, row, (size_t)plot->x)->text;
  double place = 0;
  if (name == NULL) return series_number(t, row, plot->x);
  for (size_t r = 0; r < row && strcmp(series_text(t, r, plot->x), name) != 0; r++)
    place += series_names_x(t, plot, r) ? 1 : 0;
  return place;
}
