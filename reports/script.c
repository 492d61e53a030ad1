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

/* Marks at powers of two: every octave, every second one of more than five, every fourth one of more than twelve. */
static void put_octaves(FILE *to, double left, double right) {
  const int from = (int)ceil(log2(left) - 0.01), most = (int)floor(log2(right) + 0.01);
  const int step = most - from <= 5 ? 1 : most - from <= 12 ? 2 : 4;
  bool first = true;
  (void)fputs("set xtics (", to);
  for (int octave = from; octave <= most; octave += step) {
    (void)fprintf(to, "%s'%g' %g", first ? "" : ", ", ldexp(1, octave), ldexp(1, octave));
    first = false;
  }
  (void)fputs(")\n", to);
}

/* Both axes, as far as they are numbers. (gnuplot rounds no end that is given.) */
static void put_ranges(FILE *to, const study_plot *plot, const labels *axes) {
  const double beyond = plot->log_x ? pow(axes->right / axes->left, 0.03) : 0.03 * (axes->right - axes->left);
  if (axes->low < axes->high) (void)fprintf(to, "set yrange [%.9g:%.9g]\n", axes->low, axes->high);
  if (plot->log_y) (void)fputs("set logscale y\n", to);
  if (plot->log_y && axes->low < axes->high) put_marks(to, axes->low, axes->high);
  if (!(axes->left < axes->right)) return;
  if (plot->log_x) {
    put_octaves(to, axes->left, axes->right);
    (void)fprintf(to, "set logscale x 2\nset xrange [%.9g:%.9g]\n", axes->left / beyond, axes->right * beyond);
  } else (void)fprintf(to, "set xrange [%.9g:%.9g]\n", axes->left - beyond, axes->right + beyond);
}

static void put_head(FILE *to, const study_table *t, const study_plot *plot) {
  (void)fprintf(
      to,
      "set encoding utf8\nset terminal svg size 560,%d dynamic font 'sans-serif,14' linewidth 1.2 enhanced\nset title ",
      plot->heat ? 520 : 400);
  put_quoted(to, plot->title);
  (void)fprintf(to, " tc rgb '" GREY "' noenhanced\nset border 3 lc rgb '" GREY "'\nset tics nomirror tc rgb '" GREY
                    "'\nset key below tc rgb '" GREY "' noenhanced\n"
                    "set grid lc rgb '#bbbbbb' lw 0.4\nset datafile missing 'nan'\nset pointintervalbox 0\n");
  const study_column named = {.name = plot->x_name, .unit = ""};
  put_axis(to, "x", plot->x_name != NULL ? &named : &t->columns[plot->x]);
  put_axis(to, "y", &t->columns[plot->y]);
}

/* One of the names along an axis. */
static void put_name(FILE *to, const char *name, double at, bool first) {
  (void)fputs(first ? "" : ", ", to);
  put_quoted(to, name);
  (void)fprintf(to, " %g", at);
}

/* ---- lines and points */

/* Whether x is a text. */
static bool is_named(const study_table *t, const study_plot *plot) {
  return study_cell_at(t, 0, (size_t)plot->x)->text != NULL;
}

/* Where a point stands that is moved aside by a share of the distance between two texts, or of an octave. */
static double moved(const study_plot *plot, double x, double shift) {
  return plot->log_x ? x * pow(2, shift) : x + shift;
}

/* A row as a line of data: x y low high line. */
static void put_row(FILE *to, const study_table *t, const study_plot *plot, size_t row, double shift) {
  const double y = series_number(t, row, plot->y), line = series_number(t, row, plot->line);
  const double low = plot->low == NO_COLUMN ? y : series_number(t, row, plot->low),
               high = plot->high == NO_COLUMN ? y : series_number(t, row, plot->high);
  (void)fprintf(to, "%.9g %.9g %.9g %.9g %.9g\n", moved(plot, series_x(t, plot, row), shift), y, low, high, line);
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
  (void)fprintf(to, ")\nset xrange [-0.5:%g]\nset boxwidth %g\nset style fill solid\n", last + 0.5, LABELS_SHIFT);
}

/* How the points of a series are drawn. At texts along x nothing is joined: bars, or points where there is no 0 to
   begin at. */
static void put_points(FILE *to, const study_plot *plot, int number, const char *name, bool named, bool joined) {
  const style its = style_of(name, number);
  if (!named && plot->low != NO_COLUMN) /* bars; errorbars of gnuplot would put white boxes behind points */
    (void)fprintf(to, "$d%d using 1:3:(0):($4-$3) with vectors nohead lc rgb '%s' notitle, ", number, its.colour);
  (void)fprintf(to, "$d%d using ", number);
  if (plot->outline) (void)fputs("1:2 with lines lw 1.5", to);
  else if (!named) (void)fprintf(to, "1:2 with %s pt %d ps 0.6", joined ? "linespoints" : "points", its.shape);
  else if (plot->log_y) (void)fprintf(to, "1:2 with points pt %d ps 0.9", its.shape);
  else (void)fputs("1:2 with boxes", to);
  (void)fprintf(to, " lc rgb '%s' title ", its.colour);
  put_quoted(to, name);
}

static void put_series_style(FILE *to, const study_table *t, const study_plot *plot, size_t from, int number,
                             bool named) {
  const char *const name = series_text(t, from, plot->series);
  const bool points = series_has_points(t, plot, from), line = series_has_line(t, plot, from);
  if (line)
    (void)fprintf(to, "$d%d using 1:5 with lines %s lc rgb '%s' notitle%s", number, points ? "lw 1.2" : "lw 1.5 dt 2",
                  points ? style_of(name, number).colour : GREY, points ? ", " : "");
  if (points || !line) put_points(to, plot, number, name, named, !line);
}

static void put_lines(FILE *to, const study_table *t, const study_plot *plot) {
  const int count = series_count(t, plot);
  const bool named = is_named(t, plot);
  int number = 0;
  for (size_t row = 0; row < study_rows(t); row++) {
    if (!series_begins(t, plot, row)) continue;
    const bool moves = named || (plot->apart && series_has_points(t, plot, row));
    put_series(to, t, plot, row, number, moves ? LABELS_SHIFT * (number - (count - 1) / 2.0) : 0);
    number++;
  }
  if (named) put_x_names(to, t, plot);
  (void)fputs("plot ", to);
  number = 0;
  for (size_t row = 0; row < study_rows(t); row++) {
    if (!series_begins(t, plot, row)) continue;
    put_series_style(to, t, plot, row, number, named);
    (void)fputs(++number < count ? ", " : "\n", to);
  }
}

/* ---- names beside what they name */

/* A name in the colour of text, which is read where pale colours are not, beside a dash in the colour of its series, to
   which a thin line leads. */
static void put_label(FILE *to, const label *l, const char *name, const char *colour) {
  (void)fputs("set label ", to);
  put_quoted(to, name);
  (void)fprintf(to, " at %.9g,%.9g offset %s noenhanced tc rgb '" GREY "'\n", l->at_x, l->at_y,
                l->left ? "-1.3,0 right" : "1.3,0 left");
  (void)fprintf(to, "set arrow from %.9g,%.9g to %.9g,%.9g nohead lw 0.5 lc rgb '%s'\n", l->x, l->y, l->at_x, l->at_y,
                colour);
  (void)fprintf(to, "set arrow from %.9g,%.9g rto character %s,0 nohead lw 3 lc rgb '%s'\n", l->at_x, l->at_y,
                l->left ? "-1" : "1", colour);
}

/* Of two series or more. */
static void put_labels(FILE *to, const study_table *t, const study_plot *plot, const labels *all) {
  (void)fprintf(to, "unset key\nset rmargin %zu\n", all->count < 2 ? 2 : all->longest + 2);
  for (size_t n = 0; n < all->count && all->count > 1; n++) {
    const char *const name = series_text(t, all->at[n].row, plot->series);
    put_label(to, &all->at[n], name, all->at[n].line ? GREY : style_of(name, all->at[n].number).colour);
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

static double highest_of(const study_table *t, const study_plot *plot) {
  double most = 0;
  for (size_t row = 0; row < study_rows(t); row++)
    if (series_draws(t, plot, row)) most = fmax(most, series_number(t, row, plot->z));
  return most > 0 ? most : 1;
}

static void put_heat(FILE *to, const study_table *t, const study_plot *plot) {
  put_names(to, t, plot, "x", plot->x, plot->x_names);
  put_names(to, t, plot, "y", plot->y, plot->y_names);
  (void)fprintf(to, "set cbrange [0:%g]\n", plot->z_high > 0 ? plot->z_high : highest_of(t, plot));
  (void)fputs("unset grid\nset yrange [] reverse\nset palette defined (0 '#440154', 1 '#3b528b', 2 "
              "'#21918c', 3 "
              "'#5ec962', 4 '#fde725')\nunset key\n",
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
  if (plot->heat) {
    put_heat(to, t, plot);
    return;
  }
  if (series_count(t, plot) == 0) { /* gnuplot draws nothing at all of nothing */
    (void)fputs("set xrange [1:2]\nset yrange [1:2]\nplot NaN title 'no data'\n", to);
    return;
  }
  labels names;
  labels_place(t, plot, &names);
  put_ranges(to, plot, &names);
  if (!is_named(t, plot)) put_labels(to, t, plot, &names);
  put_lines(to, t, plot);
}
