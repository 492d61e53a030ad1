#include "cli/page.h"

#include <inttypes.h>
#include <stdio.h>

#include "check/cases/output.h"
#include "cli/document.h"
#include "reports/failure.h"
#include "reports/html.h"

static const char head[] =
    "<!DOCTYPE html>\n<html xmlns=\"http://www.w3.org/1999/xhtml\" lang=\"en\">\n<head><meta charset=\"utf-8\"/>"
    "<meta name=\"viewport\" content=\"width=device-width\"/><title>attest check</title>\n<style>\n" FAILURE_STYLE
    "body { font: 16px/1.4 sans-serif; margin: 2em auto; max-width: 60em; padding: 0 1em }\n"
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
static void put_xray(FILE *to, const xray *found) {
  char text[XRAY_LINE_MAX];
  if (xray_line(found, 0, text)) (void)fputs("<h2>What was computed instead</h2>\n", to);
  for (int n = 0; xray_line(found, n, text); n++) html_element(to, "p", text);
}

check_status page_write(const char *target, const json_t *failures, const session_result *result, const char *path,
                        check_error *error) {
  output_file output;
  const check_status status = output_open(&output, path, error);
  if (status != CHECK_OK) return status;
  FILE *to = output.stream;
  (void)fputs(head, to);
  (void)fputs("<h1>attest check ", to);
  html_text(to, target);
  const session_tally *total = &result->total;
  char gaps[2000];
  coverage_print_gaps(&result->judged, result->can, FORMATS, gaps, sizeof gaps);
  (void)fprintf(
      to, "</h1>\n<p>Cases judged: %" PRId64 ". Never judged: ", total->passed + total->conventional + total->failed);
  html_text(to, gaps[0] != '\0' ? gaps : "nothing");
  (void)fprintf(to, ".</p>\n<p>Cases failing: %zu; error maps shown: %zu. ", json_array_size(failures),
                count_grids(failures));
  failure_put_legend(to);
  put_xray(to, &result->found);
  for (size_t n = 0; n < json_array_size(failures); n++) failure_put(to, json_array_get(failures, n));
  (void)fputs("</body></html>\n", to);
  return output_close(&output, error);
}
