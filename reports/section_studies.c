/* Each study: its sentences, which are computed from its tables; its plots; its tables, folded, or as files where they
   are long. */
#include <stdbool.h>
#include <string.h>

#include "check/cases/case.h"
#include "check/results/html.h"
#include "reports/page.h"
#include "reports/plots.h"
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
  if (within) (void)fprintf(p->to, "<details%s><summary>", strcmp(name, "claims") == 0 ? " open=\"open\"" : "");
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
  (void)fprintf(p->to, "; intervals of %g%%.</p>\n", 100 * json_number_value(json_object_get(result, "confidence")));
}

static check_status put_study(const page *p, const json_t *part, check_error *error) {
  const json_t *const result = json_object_get(part, "result"), *const sentences = json_object_get(result, "sentences"),
                      *table, *sentence;
  check_status status = CHECK_OK;
  size_t n;
  (void)fprintf(p->to, "<section id=\"%s\">", string(result, "study"));
  html_element(p->to, "h3", string(result, "title"));
  if (json_array_size(sentences) > 0) html_element(p->to, "p", json_string_value(json_array_get(sentences, 0)));
  if (json_array_size(sentences) > 1) (void)fputs("<ul>", p->to);
  json_array_foreach(sentences, n, sentence)
    if (n > 0) html_element(p->to, "li", json_string_value(sentence));
  if (json_array_size(sentences) > 1) (void)fputs("</ul>\n", p->to);
  json_array_foreach(json_object_get(result, "tables"), n, table) {
    /* that is taught */
    if (status == CHECK_OK && strcmp(string(table, "name"), "attention") != 0) status = plots_put(p, table, error);
    put_table(p, table);
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
    if (status == CHECK_OK && strncmp(string(part, "name"), "study ", 6) == 0) status = put_study(p, part, error);
  }
  (void)fputs("</section>\n", p->to);
  return status;
}
