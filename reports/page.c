#include "reports/page.h"

#include <math.h>
#include <string.h>

#include "check/results/html.h"
#include "reports/stories.h"

const json_t *page_part(const page *p, const char *name) {
  size_t n;
  const json_t *part;
  json_array_foreach(p->parts, n, part)
    if (strcmp(json_string_value(json_object_get(part, "name")), name) == 0) return part;
  return NULL;
}

const json_t *page_result(const page *p, const char *name) { return json_object_get(page_part(p, name), "result"); }

void page_begin(const page *p, const char *id) {
  const story *const its = story_of(id);
  (void)fprintf(p->to, "<section id=\"%s\"><h2>%s</h2>\n", id, its->question);
  page_opening(p, its);
}

void page_opening(const page *p, const story *its) {
  (void)fprintf(p->to, "<p>%s</p>\n%s\n", its->why, its->formula);
  if (its->done[0] != '\0') (void)fprintf(p->to, "<p><b>What was done.</b> %s</p>\n", its->done);
}

void page_changes(const page *p, const story *its) {
  if (its->changes[0] != '\0') (void)fprintf(p->to, "<p><b>What would change it.</b> %s</p>\n", its->changes);
}

void page_end(const page *p, const char *id) {
  page_changes(p, story_of(id));
  (void)fputs("</section>\n", p->to);
}

void page_command(const page *p, const json_t *part) {
  (void)fputs("<p class=\"made\">Made by <code>attest ", p->to);
  html_text(p->to, json_string_value(json_object_get(part, "command")));
  (void)fprintf(p->to, "</code> in %.1f s.</p>\n", json_number_value(json_object_get(part, "seconds")));
}

const json_t *page_table(const json_t *result, const char *name) {
  size_t n;
  const json_t *table;
  json_array_foreach(json_object_get(result, "tables"), n, table) {
    if (strcmp(json_string_value(json_object_get(table, "name")), name) == 0) return table;
  }
  return NULL;
}

double page_value(const json_t *value) {
  if (json_is_number(value)) return json_number_value(value);
  const char *const text = json_string_value(value);
  if (text != NULL && strcmp(text, "inf") == 0) return INFINITY;
  return text != NULL && strcmp(text, "-inf") == 0 ? -INFINITY : NAN;
}

static const json_t *cell_of(const json_t *table, size_t row, const char *column) {
  size_t n;
  const json_t *named;
  json_array_foreach(json_object_get(table, "columns"), n, named) {
    if (strcmp(json_string_value(json_object_get(named, "name")), column) == 0)
      return json_array_get(json_array_get(json_object_get(table, "rows"), row), n);
  }
  return NULL;
}

const char *page_text(const json_t *table, size_t row, const char *column) {
  const char *const text = json_string_value(cell_of(table, row, column));
  return text != NULL ? text : "";
}

double page_number(const json_t *table, size_t row, const char *column) {
  return page_value(cell_of(table, row, column));
}
