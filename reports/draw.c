/* gnuplot reads a script with the data in it and writes the picture, both through files that are open already: no name passes through a shell or through gnuplot. */
#define _POSIX_C_SOURCE 200809L /* NOLINT: reserved for this */
#include "reports/draw.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check/output.h"

extern char **environ;

#define GREY "#767676"

/* The colours of Okabe & Ito (2008), which the colour-blind tell apart, and as many shapes of points. */
static const char *const colours[] = {"#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#767676"};

enum { COLOURS = sizeof colours / sizeof colours[0] };

/* In the quotes in which gnuplot substitutes nothing; they cannot hold their own kind, which becomes an apostrophe (U+2019). */
static void put_quoted(FILE *to, const char *text) {
  (void)fputc('\'', to);
  for (; *text != '\0'; text++) {
    if (*text == '\'') (void)fputs("\xe2\x80\x99", to);
    else (void)fputc((unsigned char)*text < ' ' ? '?' : *text, to);
  }
  (void)fputc('\'', to);
}

static void put_axis(FILE *to, const char *axis, const study_column *column) {
  char label[STUDY_LABEL_MAX];
  (void)fprintf(to, "set %slabel ", axis);
  put_quoted(to, study_label(column, label));
  (void)fprintf(to, " tc rgb '" GREY "'\n");
}

static void put_head(FILE *to, const study_table *t, const study_plot *plot) {
  (void)fprintf(to, "set encoding utf8\nset terminal svg size 760,%d dynamic font 'sans-serif,13' linewidth 1.2 noenhanced\nset title ",
                plot->heat ? 620 : 460);
  put_quoted(to, plot->title);
  (void)fprintf(to, " tc rgb '" GREY "'\nset border 3 lc rgb '" GREY "'\nset tics nomirror tc rgb '" GREY
                    "'\nset key outside right tc rgb '" GREY "'\n"
                    "set grid lc rgb '#bbbbbb' lw 0.4\nset datafile missing 'nan'\n");
  const study_column named = {.name = plot->x_name, .unit = ""};
  put_axis(to, "x", plot->x_name != NULL ? &named : &t->columns[plot->x]);
  put_axis(to, "y", &t->columns[plot->y]);
  if (plot->log_x) (void)fputs("set logscale x 2\n", to);
  if (!plot->log_y && !plot->heat) (void)fputs("set yrange [0:*]\n", to);
  if (plot->log_y) (void)fputs("set logscale y\nset format y '%.0e'\n", to);
}

static double number_at(const study_table *t, size_t row, int column) {
  return column == NO_COLUMN ? NAN : study_cell_at(t, row, (size_t)column)->number;
}

static const char *text_at(const study_table *t, size_t row, int column) {
  const char *const text = column == NO_COLUMN ? NULL : study_cell_at(t, row, (size_t)column)->text;
  return text != NULL ? text : "";
}

static bool is_drawn(const study_table *t, const study_plot *plot, size_t row) {
  return plot->among == NO_COLUMN || strcmp(text_at(t, row, plot->among), plot->only) == 0;
}

/* Whether the row is the first that is drawn of its series. */
static bool begins(const study_table *t, const study_plot *plot, size_t row) {
  bool first = is_drawn(t, plot, row);
  for (size_t r = 0; r < row && first; r++)
    first = !is_drawn(t, plot, r) || strcmp(text_at(t, r, plot->series), text_at(t, row, plot->series)) != 0;
  return first;
}

/* The rows of the series that begins with a row, as a data block: x y low high line. */
static void put_series(FILE *to, const study_table *t, const study_plot *plot, size_t from, int number) {
  (void)fprintf(to, "$d%d << EOD\n", number);
  for (size_t row = from; row < study_rows(t); row++) {
    if (!is_drawn(t, plot, row) || strcmp(text_at(t, row, plot->series), text_at(t, from, plot->series)) != 0) continue;
    const double y = number_at(t, row, plot->y), low = plot->low == NO_COLUMN ? y : number_at(t, row, plot->low),
                 high = plot->high == NO_COLUMN ? y : number_at(t, row, plot->high);
    (void)fprintf(to, "%.9g %.9g %.9g %.9g %.9g\n", number_at(t, row, plot->x), y, low, high, number_at(t, row, plot->line));
  }
  (void)fputs("EOD\n", to);
}

static void put_lines(FILE *to, const study_table *t, const study_plot *plot) {
  int count = 0;
  for (size_t row = 0; row < study_rows(t); row++)
    if (begins(t, plot, row)) put_series(to, t, plot, row, count++);
  if (count == 0) { /* gnuplot draws nothing at all of nothing */
    (void)fputs("set xrange [1:2]\nset yrange [1:2]\nplot NaN title 'no data'\n", to);
    return;
  }
  (void)fputs("set offsets graph 0.03, graph 0.03, graph 0.05, graph 0.01\nplot ", to);
  int number = 0;
  for (size_t row = 0; row < study_rows(t); row++) {
    if (!begins(t, plot, row)) continue;
    const char *const colour = colours[number % COLOURS];
    if (plot->line != NO_COLUMN) (void)fprintf(to, "$d%d using 1:5 with lines lw 1.5 dt 2 lc rgb '%s' notitle, ", number, colour);
    (void)fprintf(to, "$d%d using 1:2:3:4 with yerrorlines pt %d ps 0.6 lc rgb '%s' title ", number, 4 + number % 8, colour);
    put_quoted(to, text_at(t, row, plot->series));
    (void)fputs(++number < count ? ", " : "\n", to);
  }
}

static void put_names(FILE *to, const study_table *t, const study_plot *plot, const char *axis, int place, int names) {
  bool first = true;
  (void)fprintf(to, "set %stics %s (", axis, axis[0] == 'x' ? "rotate by 60 right" : "");
  double last = -1;
  for (size_t row = 0; row < study_rows(t); row++) {
    const double at = number_at(t, row, place);
    if (!is_drawn(t, plot, row) || at <= last) continue;
    if (!first) (void)fputs(", ", to);
    put_quoted(to, text_at(t, row, names));
    (void)fprintf(to, " %g", at);
    first = false;
    last = at;
  }
  (void)fputs(")\n", to);
}

static void put_heat(FILE *to, const study_table *t, const study_plot *plot) {
  put_names(to, t, plot, "x", plot->x, plot->x_names);
  put_names(to, t, plot, "y", plot->y, plot->y_names);
  (void)fputs("unset grid\nset yrange [] reverse\nset cbrange [0:1]\nset palette defined (0 '#440154', 1 '#3b528b', 2 '#21918c', 3 "
              "'#5ec962', 4 '#fde725')\nset size ratio -1\nunset key\n",
              to);
  put_axis(to, "cb", &t->columns[plot->z]);
  (void)fputs("$d << EOD\n", to);
  for (size_t row = 0; row < study_rows(t); row++)
    if (is_drawn(t, plot, row))
      (void)fprintf(to, "%g %g %.6g\n", number_at(t, row, plot->x), number_at(t, row, plot->y), number_at(t, row, plot->z));
  (void)fputs("EOD\nset style fill solid\nplot $d using 1:2:(0.5):(0.5):3 with boxxyerror lw 0 lc palette\n", to);
}

/* Runs gnuplot from one open file to another. */
static check_status run_gnuplot(int from, int to, check_error *error) {
  posix_spawn_file_actions_t actions;
  char name[] = "gnuplot", *const arguments[] = {name, NULL};
  pid_t process;
  int status = 0;
  if (posix_spawn_file_actions_init(&actions) != 0) return check_fail(error, CHECK_FAILURE, "gnuplot: not enough memory");
  (void)posix_spawn_file_actions_adddup2(&actions, from, STDIN_FILENO);
  (void)posix_spawn_file_actions_adddup2(&actions, to, STDOUT_FILENO);
  (void)posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0); /* its warnings */
  const int spawned = posix_spawnp(&process, name, &actions, NULL, arguments, environ);
  (void)posix_spawn_file_actions_destroy(&actions);
  if (spawned == ENOENT) return check_fail(error, CHECK_BAD_INPUT, "gnuplot: not found, expected for plots; setup.sh installs it");
  if (spawned != 0) return check_fail(error, CHECK_FAILURE, "gnuplot: cannot be started: %s", strerror(spawned));
  while (waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? CHECK_OK : check_fail(error, CHECK_FAILURE, "gnuplot: failed on a plot");
}

/* All of a file, from its beginning, to another. */
static bool copy(FILE *from, FILE *to) {
  char part[8192];
  rewind(from);
  for (size_t n; (n = fread(part, 1, sizeof part, from)) > 0;)
    if (fwrite(part, 1, n, to) != n) return false;
  return ferror(from) == 0;
}

/* The picture, whole, in a file without a name. */
static check_status draw_into(const study_table *t, const study_plot *plot, FILE *script, FILE *picture, check_error *error) {
  put_head(script, t, plot);
  if (plot->heat) put_heat(script, t, plot);
  else put_lines(script, t, plot);
  if (fflush(script) != 0 || fseek(script, 0, SEEK_SET) != 0)
    return check_fail(error, CHECK_FAILURE, "gnuplot's script: cannot write: %s", strerror(errno));
  return run_gnuplot(fileno(script), fileno(picture), error);
}

static check_status keep(FILE *picture, const char *path, check_error *error) {
  output_file output;
  const check_status status = output_open(&output, path, error);
  if (status != CHECK_OK) return status;
  (void)copy(picture, output.stream); /* what cannot be written shows when it is closed */
  return output_close(&output, error);
}

check_status draw_plot(const study_table *t, const study_plot *plot, const char *path, check_error *error) {
  FILE *const script = tmpfile(), *const picture = tmpfile();
  const bool made = script != NULL && picture != NULL;
  check_status status = made ? draw_into(t, plot, script, picture, error)
                             : check_fail(error, CHECK_FAILURE, "a temporary file for gnuplot: cannot create: %s", strerror(errno));
  if (status == CHECK_OK) status = keep(picture, path, error);
  if (script != NULL) (void)fclose(script);
  if (picture != NULL) (void)fclose(picture);
  return status;
}
