/* Each study as a story: the question and why it matters, what was done, the pictures, what they show, what would
   change it, and how to repeat it. Sentences of results are computed from tables; these are folded, or files where
   they are long. */
#include <stdbool.h>
#include <string.h>

#include "check/cases/case.h"
#include "check/results/html.h"
#include "reports/page.h"
#include "reports/plots.h"
#include "reports/stories.h"
#include "reports/study.h"

#define LONGEST 60 /* rows of a table that stands in the page */

static const char *string(const json_t *object, const char *key) {
  const char *const text = json_string_value(json_object_get(object, key));
  return text != NULL ? text : "";
}

static void put_rows(const page *p, const json_t *table) {
  size_t n, r, c;
  const json_t *column, *row, *cell;
  (void)fputs("<div class=\"wide\"><table><thead><tr>", p->to);
  json_array_foreach(json_object_get(table, "columns"), n, column) {
    const study_column of = {.name = string(column, "name"), .unit = string(column, "unit")};
    char name[STUDY_LABEL_MAX];
    html_heading(p->to, study_label(&of, name),
                 json_is_number(json_array_get(json_array_get(json_object_get(table, "rows"), 0), n)));
  }
  (void)fputs("</tr></thead><tbody>\n", p->to);
  json_array_foreach(json_object_get(table, "rows"), r, row) {
    html_row_begin(p->to);
    json_array_foreach(row, c, cell) {
      if (json_is_number(cell)) html_cell_number(p->to, json_number_value(cell));
      else html_cell(p->to, json_string_value(cell));
    }
    html_row_end(p->to);
  }
  html_table_end(p->to);
}

static void put_table(const page *p, const json_t *table) {
  const char *const name = string(table, "name");
  const size_t rows = json_array_size(json_object_get(table, "rows"));
  const bool within = rows <= LONGEST;
  if (within) (void)fputs("<details><summary>", p->to);
  else (void)fputs("<p>", p->to);
  (void)fprintf(p->to, "Table %s, %zu rows", name, rows);
  if (within) {
    (void)fputs("</summary>", p->to);
    put_rows(p, table);
  }
  (void)fprintf(p->to, "%s<a href=\"%s.csv\">%s.csv</a>%s\n", within ? "" : ": ", name, name,
                within ? "</details>" : "</p>");
}

/* What its figures depend on. */
static void put_sampling(const page *p, const json_t *result) {
  const json_int_t samples = json_integer_value(json_object_get(result, "samples"));
  (void)fprintf(p->to, "<p class=\"made\">Seed %" JSON_INTEGER_FORMAT,
                json_integer_value(json_object_get(result, "seed")));
  if (samples > 0) (void)fprintf(p->to, "; %" JSON_INTEGER_FORMAT " samples", samples);
  (void)fprintf(p->to, "; intervals of %g%%%s.</p>\n", 100 * json_number_value(json_object_get(result, "confidence")),
                samples > 0 && samples < STUDY_MANY ? ", approximate with so few" : "");
}

static void put_opening(const page *p, const story *its, const char *title) {
  (void)fprintf(p->to, "<h3>%s</h3>\n", its != NULL ? its->question : title);
  if (its != NULL) page_opening(p, its);
}

static void put_sentences(const page *p, const json_t *sentences) {
  size_t n;
  const json_t *sentence;
  if (json_array_size(sentences) == 0) return;
  (void)fputs("<p><b>What it shows.</b></p><ul>", p->to);
  json_array_foreach(sentences, n, sentence) {
    html_element(p->to, "li", json_string_value(sentence));
  }
  (void)fputs("</ul>\n", p->to);
}

static bool is_named(const json_t *table, const char *name) { return strcmp(string(table, "name"), name) == 0; }

static check_status put_study(const page *p, const json_t *part, check_error *error) {
  const json_t *const result = json_object_get(part, "result"), *table;
  const story *const its = story_of(string(result, "study"));
  check_status status = CHECK_OK;
  size_t n;
  (void)fprintf(p->to, "<section id=\"%s\">", string(result, "study"));
  put_opening(p, its, string(result, "title"));
  (void)fputs("<div class=\"figures\">\n", p->to);
  json_array_foreach(json_object_get(result, "tables"), n, table)
    /* maps of attention stand where attention is taught */
    if (status == CHECK_OK && !is_named(table, "attention")) status = plots_put(p, table, error);
  (void)fputs("</div>\n", p->to);
  put_sentences(p, json_object_get(result, "sentences"));
  if (its != NULL) page_changes(p, its);
  json_array_foreach(json_object_get(result, "tables"), n, table) {
    if (is_named(table, "claims")) claims_put(p, table);
    else put_table(p, table);
  }
  page_command(p, part);
  put_sampling(p, result);
  (void)fputs("</section>\n", p->to);
  return status;
}

check_status studies_section(const page *p, check_error *error) {
  check_status status = CHECK_OK;
  size_t n;
  const json_t *part;
  (void)fputs("<section id=\"studies\"><h2>Studies</h2>\n", p->to);
  json_array_foreach(p->parts, n, part) {
    if (status == CHECK_OK && strncmp(string(part, "name"), "study ", 6) == 0 &&
        strcmp(string(part, "name"), "study example") != 0) /* it stands where attention is taught */
      status = put_study(p, part, error);
  }
  (void)fputs("</section>\n", p->to);
  return status;
}
