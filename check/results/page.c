#include "check/results/page.h"

#include <inttypes.h>
#include <stdlib.h>

#include "check/cases/document.h"
#include "check/results/failing_case.h"
#include "check/results/html.h"
#include "check/results/results.h"

static const char head[] =
    "<!DOCTYPE html>\n<html xmlns=\"http://www.w3.org/1999/xhtml\" lang=\"en\">\n<head><meta charset=\"utf-8\"/>"
    "<meta name=\"viewport\" content=\"width=device-width\"/><title>attest check</title>\n<style>\n" FAILURE_STYLE
    "body { font: 16px/1.4 sans-serif; margin: 2em auto; max-width: 60em; padding: 0 1em }\n"
    "td, th { text-align: left; padding: 0 1em 0 0 } .n { text-align: right }\n"
    "code { overflow-wrap: anywhere }\nsvg { max-width: 100%; height: auto; display: block }\nfigure { margin: 1em 0 "
    "}\n"
    "</style></head>\n<body>\n";

json_t *page_grid(const error_map *grid) {
  json_t *object = json_object(), *rows = json_array();
  for (int64_t r = 0; r < grid->rows; r++) {
    char marks[ERROR_MAP_COLUMNS + 1];
    for (int64_t c = 0; c < grid->columns; c++) marks[c] = error_map_mark(grid->budget[r * grid->columns + c]);
    document_append(rows, json_stringn(marks, (size_t)grid->columns));
  }
  document_set(object, "batch", json_integer(grid->batch));
  document_set(object, "head", json_integer(grid->head));
  document_set(object, "queries", json_integer(grid->queries));
  document_set(object, "width", json_integer(grid->width));
  document_set(object, "rows", rows);
  return object;
}

/* The number of failures with an error map. */
static size_t count_grids(const json_t *failures) {
  size_t count = 0;
  for (size_t n = 0; n < json_array_size(failures); n++)
    count += json_object_get(json_array_get(failures, n), "grid") != NULL;
  return count;
}

/* What the candidate computed instead, a line a paragraph. */
static void put_xray(FILE *to, const json_t *found) {
  size_t n;
  const json_t *line, *const lines = json_object_get(found, "lines");
  if (json_array_size(lines) > 0) (void)fputs("<h2>What was computed instead</h2>\n", to);
  json_array_foreach(lines, n, line) {
    html_element(to, "p", json_string_value(line));
  }
}

static double count_of(const json_t *object, const char *key) {
  return (double)json_integer_value(json_object_get(object, key));
}

static void put_types(FILE *to, const json_t *types) {
  static const char *const keys[] = {"passed", "failed",      "by_convention", "skipped",
                                     "probes", "probes_held", "bias_tests",    "alarms"};
  const char *name;
  const json_t *type;
  html_table_begin(to,
                   "type|#passed|#failed|#by a convention|#skipped|#probes|#of them hold|#bias tests|#of them alarms|"
                   "#worst budget");
  json_object_foreach((json_t *)types, name, type) {
    if (document_text_of(type, "worst_case")[0] == '\0' && count_of(type, "skipped") <= 0) continue;
    html_row_begin(to);
    html_cell(to, name);
    for (size_t n = 0; n < sizeof keys / sizeof keys[0]; n++) html_cell_number(to, count_of(type, keys[n]));
    const json_t *budget = json_object_get(type, "worst_budget");
    html_cell_number(to, json_is_string(budget) ? strtod(json_string_value(budget), NULL) : json_number_value(budget));
    html_row_end(to);
  }
  html_table_end(to);
  json_object_foreach((json_t *)types, name, type)
    if (document_text_of(type, "too_vague")[0] != '\0')
      (void)fprintf(to, "<p><b>FAIL</b> %s %s</p>\n", name, document_text_of(type, "too_vague"));
}

/* The probes or bias tests that do not hold. */
static void put_findings(FILE *to, const char *title, const json_t *findings, const char *name, const char *about,
                         const char *seen) {
  size_t n;
  const json_t *one;
  if (json_array_size(findings) > 0) html_element(to, "h2", title);
  json_array_foreach(findings, n, one) {
    const bool differs = json_is_false(json_object_get(one, "fails"));
    (void)fprintf(to, "<p><b>%s</b> %s <code>", differs ? "not bitwise" : "FAIL", document_text_of(one, "type"));
    html_text(to, document_text_of(one, name));
    (void)fputs("</code>: ", to);
    html_text(to, document_text_of(one, about));
    (void)fputs("<br/>", to);
    if (document_text_of(one, seen)[0] != '\0') html_text(to, document_text_of(one, seen));
    else (void)fprintf(to, "z = %.1f", json_number_value(json_object_get(one, "z")));
    (void)fputs("</p>\n", to);
  }
}

/* Conventions that were followed, and those that contradict their cases. */
static void put_conventions(FILE *to, const tally *found) {
  bool titled = false;
  for (int n = 0; n < CONVENTIONS; n++) {
    const tally_convention *f = &found->of[n];
    const convention *c = convention_of((convention_id)n);
    const bool fails = f->not_asked > 0 || tally_is_fault(f, (convention_id)n);
    if (f->followed == 0 && f->not_asked == 0) continue;
    if (!titled) html_element(to, "h2", "Conventions");
    titled = true;
    (void)fprintf(to, "<p><b>%s</b> <code>%s</code>: ", fails ? "FAIL" : "followed", c->name);
    html_text(to, c->meaning);
    (void)fprintf(to,
                  ". Cases that follow it: %" PRId64 "; where something else was requested: %" PRId64
                  "; where it shows and is not followed: %" PRId64 ".</p>\n",
                  f->followed, f->not_asked, f->broken);
  }
}

static void put_failures(FILE *to, const json_t *failures) {
  if (json_array_size(failures) == 0) return;
  (void)fprintf(to, "<h2>Failing cases</h2>\n<p>Cases failing: %zu; error maps shown: %zu. ", json_array_size(failures),
                count_grids(failures));
  failure_put_legend(to);
  for (size_t n = 0; n < json_array_size(failures); n++) failure_put(to, json_array_get(failures, n));
}

void page_put(FILE *to, const json_t *document, const session_result *result) {
  const session_tally *total = &result->total;
  char gaps[2000];
  (void)fputs(head, to);
  (void)fputs("<h1>attest check ", to);
  html_text(to, document_text_of(document, "target"));
  (void)fprintf(to, "</h1>\n<p><b>%s</b>. Cases judged: %" PRId64 ". Never judged: ", result->failed ? "FAIL" : "pass",
                session_judged(total));
  results_print_never(result, gaps, sizeof gaps);
  html_text(to, gaps[0] != '\0' ? gaps : "nothing");
  (void)fputs(".</p>\n", to);
  put_types(to, json_object_get(document, "types"));
  put_xray(to, json_object_get(document, "xray"));
  put_conventions(to, &result->conventions);
  put_findings(to, "Probes that do not hold", json_object_get(document, "probes"), "probe", "property", "found");
  put_findings(to, "Bias tests that raise an alarm", json_object_get(document, "bias_tests"), "test", "meaning",
               "failure");
  put_failures(to, json_object_get(document, "failures"));
  (void)fputs("</body></html>\n", to);
}
