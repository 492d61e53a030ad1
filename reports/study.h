/* Experiments: each measures something about attention and makes tables, with what they show said in sentences computed
   from them. */
#ifndef ATTEST_REPORTS_STUDY_H
#define ATTEST_REPORTS_STUDY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "check/cases/error.h"

/* Of all intervals: how often one holds the truth. */
#define STUDY_CONFIDENCE 0.99

/* From so many samples on, means are normal enough for their intervals. */
#define STUDY_MANY 1000

#define STUDY_SENTENCES 12
#define STUDY_TABLES 6
#define STUDY_FINDING_MAX 800

typedef struct study_column {
  const char *name;
  const char *unit; /* "": a text, a number of things, a number without unit */
  bool below;       /* a long text, printed on a line of its own under its row */
} study_column;

/* A number, where text is NULL; NAN: there is none. */
typedef struct study_cell {
  char *text;
  double number;
} study_cell;

struct study_table;
struct study_plot;

/* Adds to text what a plot shows, computed from the rows of the table that it draws (findings.h). */
typedef void study_finding(const struct study_table *t, const struct study_plot *plot, char text[STUDY_FINDING_MAX]);

/* How columns of a table are drawn: points with bars from low to high, a series for each text of the column series,
   whose name stands beside its last point. line: a value that is claimed, derived or fitted, drawn through the points,
   which are joined only where there is none; a series without points is a guide, in grey. Where x is a text, its texts
   stand side by side. y from y_low to y_high, if they differ and hold all points. outline: no points, and names where
   each series falls to half of its height. apart: along a logarithmic x, series stand a little beside each other, so
   that every bar is seen. heat: cells at x and y (counted from 0, with the texts of x_names and y_names) in the colour
   of z, from 0 to z_high (0: to the largest). A column that is not there is NO_COLUMN. Only rows with the text of only
   in the column among are drawn, if there is one. */
enum { NO_COLUMN = -1 };
typedef struct study_plot {
  const char *name; /* of its file, NAME.svg */
  const char *title;
  const char *only;
  const char *x_name;  /* of the axis; NULL: as the column is called */
  study_finding *find; /* what stands above it */
  const char *symbol;  /* of x, in what is found; NULL: the name of the axis */
  double from;         /* the least x from which on it is told how y grows */
  double y_low, y_high, z_high;
  int x, y, low, high, line, series;
  int z, x_names, y_names, among;
  bool log_x, log_y, apart, outline, heat;
} study_plot;

/* Rows one after the other, each width cells. */
typedef struct study_table {
  const char *name; /* of its file, NAME.csv */
  const study_column *columns;
  size_t width;
  study_cell *cells;
  size_t count, room;
  const study_plot *plots;
  size_t plot_count;
  bool hidden; /* too long to print: for files only */
} study_table;

/* What is asked for. */
typedef struct study_settings {
  uint64_t seed;
  int64_t samples; /* 0: as many as the study takes by default */
  double seconds;  /* for cost: at most so many; 0: 60 */
  /* a directory of activations, or NULL: those that are found */
  const char *data;
  void (*progress)(size_t done, size_t total, const char *name); /* or NULL */
} study_settings;

/* What came out. */
typedef struct study {
  const char *name, *title;
  study_settings settings; /* samples as they were taken */
  char sentence[STUDY_SENTENCES][400];
  size_t sentences;
  study_table table[STUDY_TABLES];
  size_t tables;
  bool exhausted; /* memory ran out: the tables are not whole */
} study;

/* A study that there is. */
typedef struct study_kind {
  const char *name, *title;
  int64_t samples; /* by default; 0: it draws none */
  check_status (*run)(study *s, check_error *error);
} study_kind;

/* Study n; NULL after the last. */
const study_kind *study_at(size_t n);

/* Runs a study. Free with study_free, also after a failure. CHECK_BAD_INPUT: samples are asked for where none are
   drawn, or data cannot be read; CHECK_FAILURE. */
check_status study_run(const study_kind *kind, const study_settings *settings, study *s, check_error *error);

void study_free(study *s);

/* What studies build with. Where memory runs out, s->exhausted is set and nothing else happens. */

/* Begins the next table, of these columns and plots, which are static; NULL after STUDY_TABLES. */
study_table *study_begin(study *s, const char *name, const study_column *columns, size_t width, const study_plot *plots,
                         size_t plot_count);

/* Add a cell to a table; a row is full after width of them. */
void study_number(study *s, study_table *t, double number);
void study_text(study *s, study_table *t, const char *text);

/* Adds a sentence; cut off if it is too long, or one too many. */
__attribute__((format(printf, 2, 3))) void study_say(study *s, const char *format, ...);

/* Tells how far it is. */
void study_show(const study *s, size_t done, size_t total, const char *name);

/* Number of rows; one cell. */
size_t study_rows(const study_table *t);
const study_cell *study_cell_at(const study_table *t, size_t row, size_t column);

/* What stands over a column: its name, and its unit if it has one. */
#define STUDY_LABEL_MAX 160
const char *study_label(const study_column *column, char text[STUDY_LABEL_MAX]);

/* The studies, one a file. */
check_status variance_study(study *s, check_error *error);
check_status saturation_study(study *s, check_error *error);
check_status shapes_study(study *s, check_error *error);
check_status error_study(study *s, check_error *error);
check_status heads_study(study *s, check_error *error);
check_status cost_study(study *s, check_error *error); /* once in a process (bench/run.h) */
check_status claims_study(study *s, check_error *error);
check_status example_study(study *s, check_error *error);

#endif
