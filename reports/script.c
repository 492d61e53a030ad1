#include "reports/script.h"

#include <math.h>
#include <string.h>

#include "attest.h"
#include "reports/labels.h"
#include "reports/series.h"

#define GREY "#767676"

/* The colours of [Okabe2008], which the colour-blind tell apart, and one more shape of points: open and filled
   squares, circles, triangles up and down. */
static const char *const colours[] = {"#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", GREY};

enum { COLOURS = sizeof colours / sizeof colours[0], SHAPES = COLOURS + 1, FIRST_SHAPE = 4 };

typedef struct style {
  const char *colour;
  int shape;
} style;

/* The style of a series. A variant has the same in every plot: two that are neighbours in the registry, which are much
   alike, share a colour, one open and one filled. */
static style style_of(const char *name, int order) {
  for (int n = 0; attest_variant_name((size_t)n) != NULL; n++)
    if (strcmp(attest_variant_name((size_t)n), name) == 0)
      return (style){colours[n / 2 % COLOURS], FIRST_SHAPE + n % SHAPES};
  return (style){colours[order % COLOURS], FIRST_SHAPE + order % SHAPES};
}

/* In the quotes in which gnuplot substitutes nothing; they cannot hold their own kind, which becomes an apostrophe
   (U+2019). */
static void put_quoted(FILE *to, const char *text) {
  (void)fputc('\'', to);
  for (; *text != '\0'; text++) {
    if (*text == '\'') (void)fputs("\xe2\x80\x99", to);
    else (void)fputc((unsigned char)*text < ' ' ? '?' : *text, to);
  }
  (void)fputc('\'', to);
}

/* ---- axes */

static void put_axis(FILE *to, const char *axis, const study_column *column) {
  char name[STUDY_LABEL_MAX];
  (void)fprintf(to, "set %slabel ", axis);
  put_quoted(to, study_label(column, name));
  (void)fprintf(to, " tc rgb '" GREY "' noenhanced\n");
}

/* The number 1, 2 or 5 times a power of ten that is next to x, above or below. */
static double round_number(double x, bool up) {
  const double power = pow(10, floor(log10(x))), m = x / power;
  if (up) return power * (m <= 1 ? 1 : m <= 2 ? 2 : m <= 5 ? 5 : 10);
  return power * (m >= 5 ? 5 : m >= 2 ? 2 : 1);
}

/* Between which positive numbers a column lies, in what is drawn; least > most: it has none. */
static void widen(const study_table *t, const study_plot *plot, int column, double *least, double *most) {
  for (size_t row = 0; row < study_rows(t); row++) {
    const double value = series_draws(t, plot, row) ? series_number(t, row, column) : (double)NAN;
    if (!(value > 0) || isinf(value)) continue;
    *least = fmin(*least, value);
    *most = fmax(*most, value);
  }
}

#define DOT "\xc2\xb7" /* U+00B7 */

/* One mark of a logarithmic axis: plain, or as a power of ten. */
static void put_mark(FILE *to, int factor, int exponent, bool plain) {
  const double at = factor * pow(10, exponent);
  if (plain) (void)fprintf(to, "'%g' %.9g", at, at);
  else if (factor == 1) (void)fprintf(to, "'10^{%d}' %.9g", exponent, at);
  else (void)fprintf(to, "'%d%s10^{%d}' %.9g", factor, DOT, exponent, at);
}

/* Marks at 1, 2 and 5 times powers of ten, over more than two decades at powers of ten alone, eleven at most. */
static void put_marks(FILE *to, double low, double high) {
  static const int factors[] = {1, 2, 5};
  const int from = (int)floor(log10(low) + 0.01), decades = (int)ceil(log10(high) - 0.01) - from,
            used = decades < 3 ? 3 : 1;
  const bool plain = low >= 1e-3 && high < 1e5;
  bool first = true;
  (void)fputs("set ytics (", to);
  for (int exponent = from; exponent <= from + decades; exponent += 1 + (decades - 1) / 10)
    for (int n = 0; n < used; n++) {
      const double at = factors[n] * pow(10, exponent);
      if (at < 0.99 * low || at > 1.01 * high) continue;
      (void)fputs(first ? "" : ", ", to);
      put_mark(to, factors[n], exponent, plain);
      first = false;
    }
  (void)fputs(")\n", to);
}

static void put_log_y(FILE *to, double least, double most) {
  const double low = round_number(least, false), high = round_number(most, true), beyond = low < high ? 1 : 2;
  (void)fprintf(to, "set logscale y\nset yrange [%.9g:%.9g]\n", low / beyond, high * beyond);
  put_marks(to, low / beyond, high * beyond);
}

static void put_y(FILE *to, const study_table *t, const study_plot *plot) {
  double least = HUGE_VAL, most = 0;
  put_axis(to, "y", &t->columns[plot->y]);
  if (!plot->log_y && !plot->heat) (void)fputs("set yrange [0:*]\n", to);
  if (!plot->log_y) return;
  widen(t, plot, plot->y, &least, &most);
  widen(t, plot, plot->low, &least, &most);
  widen(t, plot, plot->high, &least, &most);
  widen(t, plot, plot->line, &least, &most);
  if (least <= most) put_log_y(to, least, most);
}

static void put_head(FILE *to, const study_table *t, const study_plot *plot) {
  (void)fprintf(
      to,
      "set encoding utf8\nset terminal svg size 760,%d dynamic font 'sans-serif,13' linewidth 1.2 enhanced\nset title ",
      plot->heat ? 620 : 460);
  put_quoted(to, plot->title);
  (void)fprintf(to, " tc rgb '" GREY "' noenhanced\nset border 3 lc rgb '" GREY "'\nset tics nomirror tc rgb '" GREY
                    "'\nset key outside right tc rgb '" GREY "' noenhanced\n"
                    "set grid lc rgb '#bbbbbb' lw 0.4\nset datafile missing 'nan'\n");
  const study_column named = {.name = plot->x_name, .unit = ""};
  put_axis(to, "x", plot->x_name != NULL ? &named : &t->columns[plot->x]);
  put_y(to, t, plot);
  if (plot->log_x) (void)fputs("set logscale x 2\n", to);
}

/* One of the names along an axis. */
static void put_name(FILE *to, const char *name, double at, bool first) {
  (void)fputs(first ? "" : ", ", to);
  put_quoted(to, name);
  (void)fprintf(to, " %g", at);
}

/* ---- lines and points */

/* Between series beside each other, of the distance between two texts along x. */
#define SHIFT 0.12

/* Whether x is a text. */
static bool is_named(const study_table *t, const study_plot *plot) {
  return study_cell_at(t, 0, (size_t)plot->x)->text != NULL;
}

/* A row as a line of data: x y low high line. A grey line is not drawn through points, between which it may bend. */
static void put_row(FILE *to, const study_table *t, const study_plot *plot, size_t row, double shift) {
  const double y = series_number(t, row, plot->y), line = series_number(t, row, plot->line);
  const double low = plot->low == NO_COLUMN ? y : series_number(t, row, plot->low),
               high = plot->high == NO_COLUMN ? y : series_number(t, row, plot->high);
  (void)fprintf(to, "%.9g %.9g %.9g %.9g %.9g\n", series_x(t, plot, row) + shift, y, low, high,
                plot->direct && isfinite(y) ? (double)NAN : line);
}

/* The rows of the series that begins with a row, as a data block. */
static void put_series(FILE *to, const study_table *t, const study_plot *plot, size_t from, int number, double shift) {
  (void)fprintf(to, "$d%d << EOD\n", number);
  for (size_t row = from; row < study_rows(t); row++)
    if (series_has(t, plot, from, row)) put_row(to, t, plot, row, shift);
  (void)fputs("EOD\n", to);
}

/* The texts along x, a place for each. */
static void put_x_names(FILE *to, const study_table *t, const study_plot *plot) {
  double last = -1;
  (void)fputs("set xtics rotate by 30 right noenhanced (", to);
  for (size_t row = 0; row < study_rows(t); row++) {
    if (!series_names_x(t, plot, row)) continue;
    put_name(to, series_text(t, row, plot->x), series_x(t, plot, row), last < 0);
    last = series_x(t, plot, row);
  }
  (void)fprintf(to, ")\nset xrange [-0.5:%g]\nset boxwidth %g\nset style fill solid\n", last + 0.5, SHIFT);
}

static int count_series(const study_table *t, const study_plot *plot) {
  int count = 0;
  for (size_t row = 0; row < study_rows(t); row++) count += series_begins(t, plot, row);
  return count;
}

/* How a series is drawn. At texts along x nothing is joined: bars, or points where there is no 0 to begin at. */
static void put_style(FILE *to, const study_plot *plot, int number, const char *name, bool named) {
  const style its = style_of(name, number);
  if (plot->line != NO_COLUMN)
    (void)fprintf(to, "$d%d using 1:5 with lines %s lc rgb '%s' notitle, ", number,
                  plot->direct ? "lw 2" : "lw 1.5 dt 2", plot->direct ? GREY : its.colour);
  (void)fprintf(to, "$d%d using ", number);
  if (!named) (void)fprintf(to, "1:2:3:4 with yerrorlines pt %d ps 0.6", its.shape);
  else if (plot->log_y) (void)fprintf(to, "1:2 with points pt %d ps 0.9", its.shape);
  else (void)fputs("1:2 with boxes", to);
  (void)fprintf(to, " lc rgb '%s' title ", its.colour);
  put_quoted(to, name);
}

static void put_lines(FILE *to, const study_table *t, const study_plot *plot) {
  const int count = count_series(t, plot);
  const bool named = is_named(t, plot);
  int number = 0;
  for (size_t row = 0; row < study_rows(t); row++) {
    if (!series_begins(t, plot, row)) continue;
    put_series(to, t, plot, row, number, named ? SHIFT * (number - (count - 1) / 2.0) : 0);
    number++;
  }
  if (named) put_x_names(to, t, plot);
  (void)fputs("set offsets graph 0.03, graph 0.03, graph 0.05, graph 0.01\nplot ", to);
  number = 0;
  for (size_t row = 0; row < study_rows(t); row++) {
    if (!series_begins(t, plot, row)) continue;
    put_style(to, plot, number, series_text(t, row, plot->series), named);
    (void)fputs(++number < count ? ", " : "\n", to);
  }
}

/* ---- names beside what they name */

static void put_label(FILE *to, const label *l, const char *name, const char *colour) {
  (void)fputs("set label ", to);
  put_quoted(to, name);
  (void)fprintf(to, " at %.9g,%.9g offset 0.3,0 left noenhanced tc rgb '%s'\n", l->at_x, l->at_y, colour);
  (void)fprintf(to, "set arrow from %.9g,%.9g to %.9g,%.9g nohead lw 0.5 lc rgb '%s'\n", l->x, l->y, l->at_x, l->at_y,
                colour);
}

static void put_labels(FILE *to, const study_table *t, const study_plot *plot) {
  labels all;
  labels_place(t, plot, &all);
  (void)fprintf(to, "unset key\nset rmargin 20\nset xrange [%.9g:%.9g]\nset yrange [%.9g:%.9g]\n", all.left, all.right,
                all.low, all.high);
  for (size_t n = 0; n < all.count; n++) {
    const char *const name = series_text(t, all.at[n].row, plot->series);
    put_label(to, &all.at[n], name, all.at[n].line ? GREY : style_of(name, all.at[n].number).colour);
  }
}

/* ---- heat */

static void put_names(FILE *to, const study_table *t, const study_plot *plot, const char *axis, int place, int names) {
  double last = -1;
  (void)fprintf(to, "set %stics %s noenhanced (", axis, axis[0] == 'x' ? "rotate by 60 right" : "");
  for (size_t row = 0; row < study_rows(t); row++) {
    const double at = series_number(t, row, place);
    if (!series_draws(t, plot, row) || at <= last) continue;
    put_name(to, series_text(t, row, names), at, last < 0);
    last = at;
  }
  (void)fputs(")\n", to);
}

static void put_heat(FILE *to, const study_table *t, const study_plot *plot) {
  put_names(to, t, plot, "x", plot->x, plot->x_names);
  put_names(to, t, plot, "y", plot->y, plot->y_names);
  (void)fputs("unset grid\nset yrange [] reverse\nset cbrange [0:1]\nset palette defined (0 '#440154', 1 '#3b528b', 2 "
              "'#21918c', 3 "
              "'#5ec962', 4 '#fde725')\nset size ratio -1\nunset key\n",
              to);
  put_axis(to, "cb", &t->columns[plot->z]);
  (void)fputs("$d << EOD\n", to);
  for (size_t row = 0; row < study_rows(t); row++)
    if (series_draws(t, plot, row))
      (void)fprintf(to, "%g %g %.6g\n", series_number(t, row, plot->x), series_number(t, row, plot->y),
                    series_number(t, row, plot->z));
  (void)fputs("EOD\nset style fill solid\nplot $d using 1:2:(0.5):(0.5):3 with boxxyerror lw 0 lc palette\n", to);
}

void script_write(FILE *to, const study_table *t, const study_plot *plot) {
  put_head(to, t, plot);
  if (plot->heat) put_heat(to, t, plot);
  else if (count_series(t, plot) == 0) /* gnuplot draws nothing at all of nothing */
    (void)fputs("set xrange [1:2]\nset yrange [1:2]\nplot NaN title 'no data'\n", to);
  else {
    if (plot->direct) put_labels(to, t, plot);
    put_lines(to, t, plot);
  }
}
