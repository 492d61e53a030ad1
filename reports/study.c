#define _POSIX_C_SOURCE 200809L /* NOLINT: reserved for this; strdup */
#include "reports/study.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const study_kind kinds[] = {
    {"example", "Three tokens, worked through", 0, example_study},
    {"variance", "The variance of q.k", 20000, variance_study},
    {"saturation", "What the scale of the scores does to softmax", 400, saturation_study},
    {"shapes", "The shapes of a multi-head layer, and its parameters", 0, shapes_study},
    {"error", "How far the fast variants are from the reference, and how far they may be", 64, error_study},
    {"cost", "How time and memory grow with length, width and heads", 5, cost_study},
    {"heads", "Heads of a real model: entropy, and what a pronoun attends to", 0, heads_study},
    {"claims", "What tutorials say of attention", 20000, claims_study},
};

const study_kind *study_at(size_t n) { return n < sizeof kinds / sizeof kinds[0] ? &kinds[n] : NULL; }

check_status study_run(const study_kind *kind, const study_settings *settings, study *s, check_error *error) {
  *s = (study){.name = kind->name, .title = kind->title, .settings = *settings};
  if (kind->samples == 0 && settings->samples != 0)
    return check_fail(error, CHECK_BAD_INPUT, "--samples: the study %s draws none", kind->name);
  if (settings->samples == 0) s->settings.samples = kind->samples;
  const check_status status = kind->run(s, error);
  return status == CHECK_OK && s->exhausted
             ? check_fail(error, CHECK_FAILURE, "not enough memory for the study %s", kind->name)
             : status;
}

void study_free(study *s) {
  for (size_t t = 0; t < s->tables; t++) {
    for (size_t n = 0; n < s->table[t].count; n++) free(s->table[t].cells[n].text);
    free(s->table[t].cells);
  }
  s->tables = 0;
}

study_table *study_begin(study *s, const char *name, const study_column *columns, size_t width, const study_plot *plots,
                         size_t plot_count) {
  if (s->tables == STUDY_TABLES) return NULL;
  study_table *const t = &s->table[s->tables++];
  *t = (study_table){.name = name, .columns = columns, .width = width, .plots = plots, .plot_count = plot_count};
  return t;
}

static void add(study *s, study_table *t, study_cell cell) {
  if (t->count == t->room) {
    const size_t room = t->room > 0 ? 2 * t->room : 64;
    study_cell *const cells = realloc(t->cells, room * sizeof *cells);
    if (cells == NULL) {
      s->exhausted = true;
      free(cell.text);
      return;
    }
    t->cells = cells;
    t->room = room;
  }
  t->cells[t->count++] = cell;
}

void study_number(study *s, study_table *t, double number) { add(s, t, (study_cell){.number = number}); }

void study_text(study *s, study_table *t, const char *text) {
  char *const copy = strdup(text);
  if (copy == NULL) s->exhausted = true;
  else add(s, t, (study_cell){.text = copy});
}

void study_say(study *s, const char *format, ...) {
  va_list arguments;
  if (s->sentences == STUDY_SENTENCES) return;
  va_start(arguments, format);
  (void)vsnprintf(s->sentence[s->sentences++], sizeof s->sentence[0], format, arguments);
  va_end(arguments);
}

void study_show(const study *s, size_t done, size_t total, const char *name) {
  if (s->settings.progress != NULL) s->settings.progress(done, total, name);
}

size_t study_rows(const study_table *t) { return t->count / t->width; }

const study_cell *study_cell_at(const study_table *t, size_t row, size_t column) {
  return &t->cells[row * t->width + column];
}

const char *study_label(const study_column *column, char text[STUDY_LABEL_MAX]) {
  (void)snprintf(text, STUDY_LABEL_MAX, column->unit[0] != '\0' ? "%s [%s]" : "%s", column->name, column->unit);
  return text;
}
