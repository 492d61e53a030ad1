/* attest study: runs experiments; prints and writes their tables and plots. */
#define _POSIX_C_SOURCE 200809L /* NOLINT: reserved for this */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "check/cases/case.h"
#include "check/cases/document.h"
#include "check/cases/json.h"
#include "check/cases/output.h"
#include "check/cases/plural.h"
#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/expectation.h"
#include "cli/progress.h"
#include "reports/csv.h"
#include "reports/draw.h"
#include "reports/findings.h"
#include "reports/study.h"

static const char help[] = "usage: attest study [NAME] [options]\n"
                           "\n"
                           "Runs an experiment, and prints its findings: sentences computed from its data, and a\n"
                           "table. Without NAME, lists the studies. The same seed gives the same numbers, except\n"
                           "times.\n"
                           "\n"
                           "options:\n"
                           "  --seed S          seed of the random numbers (default 1)\n"
                           "  --samples N       random samples for each figure; for cost, repetitions\n"
                           "  --seconds N       at most about N seconds (default 60); only for cost\n"
                           "  --data DIR        activations of a real model, as case directories (default:\n"
                           "                    ../shared/vectors/minilm if it exists, else\n"
                           "                    tests/data/activations); only for heads\n"
                           "  --expect FILE     a line 'NUMBER VERDICT' for each claim; exit status 1 if a verdict\n"
                           "                    differs; only for claims\n"
                           "  --json FILE       write all results as JSON\n"
                           "  --csv DIR         write each table to DIR/NAME.csv; DIR is created if it does not\n"
                           "                    exist\n"
                           "  -o, --output DIR  draw each plot with gnuplot to DIR/NAME.svg; DIR is created if it\n"
                           "                    does not exist\n"
                           "  --help            this text\n"
                           "\n"
                           "examples:\n"
                           "  attest study\n"
                           "  attest study variance -o plots --csv plots\n"
                           "  attest study claims\n";

typedef struct {
  const char *name, *seed, *samples, *seconds, *data, *expect, *json, *csv, *output;
} options_given;

/* ---- printing */

/* Prints a cell: integers in full, other numbers with four digits. */
static void render(const study_cell *cell, char text[512]) {
  const double x = cell->number;
  if (cell->text != NULL) (void)snprintf(text, 512, "%s", cell->text);
  else if (isnan(x)) (void)snprintf(text, 512, "-");
  else (void)snprintf(text, 512, fabs(x) < 1e15 && x == floor(x) ? "%.0f" : "%.4g", x);
}

static int width_of(const study_table *t, size_t column) {
  char text[512];
  size_t most = strlen(t->columns[column].name);
  for (size_t row = 0; row < study_rows(t); row++) {
    render(study_cell_at(t, row, column), text);
    most = strlen(text) > most ? strlen(text) : most;
  }
  return (int)most;
}

static void print_table(const study_table *t) {
  char text[512];
  const bool any = study_rows(t) > 0;
  for (size_t row = 0; row <= study_rows(t); row++) { /* row 0 has the names */
    (void)putchar(' ');
    for (size_t c = 0; c < t->width; c++) {
      if (t->columns[c].below) continue;
      const bool left = any && study_cell_at(t, 0, c)->text != NULL;
      if (row == 0) (void)snprintf(text, sizeof text, "%s", t->columns[c].name);
      else render(study_cell_at(t, row - 1, c), text);
      (void)printf(left ? " %-*s" : " %*s", width_of(t, c), text);
    }
    (void)putchar('\n');
    for (size_t c = 0; row > 0 && c < t->width; c++)
      if (t->columns[c].below) (void)printf("        %s\n", study_cell_at(t, row - 1, c)->text);
  }
}

static void print_study(const study *s) {
  (void)printf("%s\nseed %" PRIu64, s->title, s->settings.seed);
  const int64_t samples = s->settings.samples;
  if (samples > 0)
    (void)printf(samples < STUDY_MANY ? ", %" PRId64 " samples; intervals of %g%%, approximate with so few"
                                      : ", %" PRId64 " samples; intervals hold the truth in %g%% of such runs",
                 samples, 100 * STUDY_CONFIDENCE);
  (void)putchar('\n');
  for (size_t n = 0; n < s->sentences; n++) (void)printf("- %s\n", s->sentence[n]);
  for (size_t n = 0; n < s->tables; n++)
    if (!s->table[n].hidden) print_table(&s->table[n]);
    else
      (void)printf("  (%s: %zu row%s; --csv writes them)\n", s->table[n].name, study_rows(&s->table[n]),
                   plural_s((int64_t)study_rows(&s->table[n])));
}

static void print_kinds(void) {
  for (size_t n = 0; study_at(n) != NULL; n++) (void)printf("%-10s %s\n", study_at(n)->name, study_at(n)->title);
}

static const char *study_name(size_t n) { return study_at(n) != NULL ? study_at(n)->name : NULL; }

/* ---- writing */

static json_t *describe_table(const study_table *t) {
  json_t *const document = json_object(), *const columns = json_array(), *const rows = json_array(),
                *const plots = json_array();
  for (size_t c = 0; c < t->width; c++) {
    json_t *const column = json_object();
    document_set(column, "name", json_string(t->columns[c].name));
    document_set(column, "unit", json_string(t->columns[c].unit));
    document_append(columns, column);
  }
  for (size_t r = 0; r < study_rows(t); r++) {
    json_t *const row = json_array();
    for (size_t c = 0; c < t->width; c++) {
      const study_cell *const cell = study_cell_at(t, r, c);
      document_append(row, cell->text != NULL ? document_text(cell->text) : document_number(cell->number));
    }
    document_append(rows, row);
  }
  for (size_t p = 0; p < t->plot_count; p++) {
    json_t *const plot = json_object();
    char finding[STUDY_FINDING_MAX];
    findings_tell(t, &t->plots[p], finding);
    document_set(plot, "name", json_string(t->plots[p].name));
    document_set(plot, "title", json_string(t->plots[p].title));
    document_set(plot, "finding", document_text(finding));
    document_append(plots, plot);
  }
  document_set(document, "name", json_string(t->name));
  document_set(document, "plots", plots);
  document_set(document, "columns", columns);
  document_set(document, "rows", rows);
  return document;
}

static check_status write_document(const study *s, const char *path, check_error *error) {
  json_t *const document = json_object(), *const sentences = json_array(), *const tables = json_array();
  document_set(document, "attest", json_string(attest_version()));
  document_set(document, "study", json_string(s->name));
  document_set(document, "title", json_string(s->title));
  document_set(document, "seed", json_integer((json_int_t)s->settings.seed));
  document_set(document, "samples", json_integer(s->settings.samples));
  document_set(document, "confidence", json_real(STUDY_CONFIDENCE));
  for (size_t n = 0; n < s->sentences; n++) document_append(sentences, document_text(s->sentence[n]));
  for (size_t n = 0; n < s->tables; n++) document_append(tables, describe_table(&s->table[n]));
  document_set(document, "sentences", sentences);
  document_set(document, "tables", tables);
  const check_status status = json_write(document, path, error);
  json_decref(document);
  return status;
}

static check_status path_in(const char *directory, const char *name, const char *ending, char path[CASE_PATH_MAX],
                            check_error *error) {
  char file[80];
  (void)snprintf(file, sizeof file, "%s.%s", name, ending);
  return case_join(path, directory, file, error);
}

static check_status write_tables(const study *s, const char *directory, check_error *error) {
  check_status status = CHECK_OK;
  char path[CASE_PATH_MAX];
  for (size_t n = 0; status == CHECK_OK && n < s->tables; n++) {
    status = path_in(directory, s->table[n].name, "csv", path, error);
    if (status == CHECK_OK) status = csv_write(&s->table[n], path, error);
  }
  return status;
}

static check_status draw_plots(const study *s, const char *directory, check_error *error) {
  check_status status = CHECK_OK;
  char path[CASE_PATH_MAX];
  for (size_t n = 0; n < s->tables; n++)
    for (size_t p = 0; status == CHECK_OK && p < s->table[n].plot_count; p++) {
      const study_plot *const plot = &s->table[n].plots[p];
      status = path_in(directory, plot->name, "svg", path, error);
      if (status == CHECK_OK) status = draw_plot(&s->table[n], plot, path, error);
    }
  return status;
}

static check_status make_directory(const char *directory, check_error *error) {
  struct stat its;
  if (directory == NULL || mkdir(directory, 0777) == 0) return CHECK_OK;
  if (errno != EEXIST) return check_fail(error, CHECK_BAD_INPUT, "%s: cannot create: %s", directory, strerror(errno));
  return stat(directory, &its) == 0 && S_ISDIR(its.st_mode)
             ? CHECK_OK
             : check_fail(error, CHECK_BAD_INPUT, "%s: expected a directory, found a file", directory);
}

/* ---- the command */

static check_status find(const char *name, const study_kind **kind, check_error *error) {
  char names[200] = "";
  for (size_t n = 0; (*kind = study_at(n)) != NULL; n++) {
    if (strcmp((*kind)->name, name) == 0) return CHECK_OK;
    (void)snprintf(names + strlen(names), sizeof names - strlen(names), "%s%s", n > 0 ? ", " : "", (*kind)->name);
  }
  return check_fail(error, CHECK_BAD_INPUT, "NAME: expected %s, found %s", names, name);
}

static check_status read_settings(const options_given *given, study_settings *settings, check_error *error) {
  double seed = 1, samples = 0, seconds = 0;
  check_status status = arguments_number("seed", given->seed, 0, 1e15, &seed, error);
  if (status == CHECK_OK) status = arguments_number("samples", given->samples, 3, 1e6, &samples, error);
  if (status == CHECK_OK) status = arguments_number("seconds", given->seconds, 1, 1e6, &seconds, error);
  if (status != CHECK_OK) return status;
  *settings = (study_settings){.seed = (uint64_t)seed,
                               .samples = (int64_t)samples,
                               .seconds = seconds,
                               .data = given->data,
                               .progress = progress_show};
  return CHECK_OK;
}

static check_status run(const study_kind *kind, const options_given *given, const study_settings *settings,
                        check_error *error) {
  study s;
  check_status status = study_run(kind, settings, &s, error);
  progress_clear();
  if (status == CHECK_OK) print_study(&s);
  if (status == CHECK_OK && given->json != NULL) status = write_document(&s, given->json, error);
  if (status == CHECK_OK && given->csv != NULL) status = write_tables(&s, given->csv, error);
  if (status == CHECK_OK && given->output != NULL) status = draw_plots(&s, given->output, error);
  if (status == CHECK_OK && given->expect != NULL) status = expectation_compare(&s, given->expect, error);
  study_free(&s);
  return status;
}

check_status study_command(int argc, char **argv, check_error *error) {
  options_given given = {.seed = NULL};
  const value_option operand = {"[NAME]", 0, &given.name, study_name};
  const value_option options[] = {{"seed", 0, &given.seed, NULL},       {"samples", 0, &given.samples, NULL},
                                  {"seconds", 0, &given.seconds, NULL}, {"data", 0, &given.data, NULL},
                                  {"expect", 0, &given.expect, NULL},   {"json", 0, &given.json, NULL},
                                  {"csv", 0, &given.csv, NULL},         {"output", 'o', &given.output, NULL}};
  study_settings settings;
  const study_kind *kind;
  check_status status = arguments_read(argc, argv, help, options, sizeof options / sizeof options[0], &operand, error);
  if (status != CHECK_OK || given.name == NULL) return status;
  if (given.name[0] == '\0') {
    print_kinds();
    return CHECK_OK;
  }
  status = find(given.name, &kind, error);
  if (status == CHECK_OK) status = read_settings(&given, &settings, error);
  if (status == CHECK_OK && given.expect != NULL && strcmp(kind->name, "claims") != 0)
    status = check_fail(error, CHECK_BAD_INPUT, "--expect: expected the study claims, found %s", kind->name);
  if (status == CHECK_OK && given.seconds != NULL && strcmp(kind->name, "cost") != 0)
    status = check_fail(error, CHECK_BAD_INPUT, "--seconds: expected the study cost, found %s", kind->name);
  if (status == CHECK_OK && given.data != NULL && strcmp(kind->name, "heads") != 0)
    status = check_fail(error, CHECK_BAD_INPUT, "--data: expected the study heads, found %s", kind->name);
  if (status == CHECK_OK) status = make_directory(given.csv, error);
  if (status == CHECK_OK) status = make_directory(given.output, error);
  if (status == CHECK_OK) status = output_expect(given.json, error);
  return status == CHECK_OK ? run(kind, &given, &settings, error) : status;
}
