#include "cli/page.h"

#include <inttypes.h>
#include <stdio.h>

#include "check/output.h"
#include "cli/document.h"
#include "reports/html.h"

#define CELL 10 /* pixels */

static const char head[] =
    "<!DOCTYPE html>\n<html xmlns=\"http://www.w3.org/1999/xhtml\" lang=\"en\">\n<head><meta charset=\"utf-8\"/>"
    "<meta name=\"viewport\" content=\"width=device-width\"/><title>attest check</title>\n<style>\n"
    ":root { color-scheme: light dark; --in: #d9e2d9; --ten: #f2d16b; --thousand: #e8853a; --beyond: #b3261e; --nan: #6a3fa0 }\n"
    "@media (prefers-color-scheme: dark) { :root { --in: #2c3a2c; --ten: #8a6d10; --thousand: #c05f12; --beyond: #ff6b5e; --nan: #b694f0 } "
    "}\n"
    "body { font: 16px/1.4 sans-serif; margin: 2em auto; max-width: 60em; padding: 0 1em }\n"
    "code { overflow-wrap: anywhere }\nsvg { max-width: 100%; height: auto; display: block }\nfigure { margin: 1em 0 }\n"
    ".in { fill: var(--in) } .ten { fill: var(--ten) } .thousand { fill: var(--thousand) } .beyond { fill: var(--beyond) } .nan { fill: "
    "var(--nan) }\n</style></head>\n<body>\n";

json_t *page_grid(const picture_grid *grid) {
  json_t *object = json_object(), *rows = json_array();
  for (int64_t r = 0; r < grid->rows; r++) {
    char marks[PICTURE_COLUMNS + 1];
    for (int64_t c = 0; c < grid->columns; c++) marks[c] = picture_mark(grid->budget[r * grid->columns + c]);
    document_append(rows, json_stringn(marks, (size_t)grid->columns));
  }
  document_set(object, "batch", json_integer(grid->batch));
  document_set(object, "head", json_integer(grid->head));
  document_set(object, "queries", json_integer(grid->queries));
  document_set(object, "width", json_integer(grid->width));
  document_set(object, "rows", rows);
  return object;
}

static const char *class_of(char mark) {
  return mark == '.' ? "in" : mark == '+' ? "ten" : mark == '*' ? "thousand" : mark == '#' ? "beyond" : "nan";
}

static json_int_t number(const json_t *object, const char *key) { return json_integer_value(json_object_get(object, key)); }

static void put_grid(FILE *to, const json_t *grid) {
  const json_t *rows = json_object_get(grid, "rows");
  const size_t height = json_array_size(rows), width = json_string_length(json_array_get(rows, 0));
  (void)fprintf(to, "<figure><svg role=\"img\" aria-label=\"errors\" viewBox=\"0 0 %zu %zu\" width=\"%zu\" height=\"%zu\">\n", CELL * width,
                CELL * height, CELL * width, CELL * height);
  for (size_t r = 0; r < height; r++) {
    const char *marks = json_string_value(json_array_get(rows, r));
    for (size_t c = 0; marks != NULL && marks[c] != '\0'; c++)
      (void)fprintf(to, "<rect class=\"%s\" x=\"%zu\" y=\"%zu\" width=\"%d\" height=\"%d\"/>", class_of(marks[c]), CELL * c, CELL * r,
                    CELL - 1, CELL - 1);
  }
  (void)fprintf(to,
                "\n</svg><figcaption>out of batch %lld, head %lld: %lld queries down, %lld columns "
                "across</figcaption></figure>\n",
                (long long)number(grid, "batch"), (long long)number(grid, "head"), (long long)number(grid, "queries"),
                (long long)number(grid, "width"));
}

static const char *text_of(const json_t *object, const char *key) {
  const char *text = json_string_value(json_object_get(object, key));
  return text != NULL ? text : "";
}

static void put_number(FILE *to, const json_t *failure, const char *key) {
  const json_t *value = json_object_get(failure, key);
  if (json_is_string(value)) (void)fprintf(to, ", %s %s", key, json_string_value(value));
  else (void)fprintf(to, ", %s %.9g", key, json_number_value(value));
}

static void put_failure(FILE *to, const json_t *failure) {
  const json_t *at = json_object_get(failure, "at"), *grid = json_object_get(failure, "grid");
  (void)fputs("<section><h2>", to);
  html_text(to, text_of(failure, "verdict"));
  (void)fputs("</h2>\n<p class=\"case\"><code>", to);
  html_text(to, text_of(failure, "case"));
  (void)fputs("</code></p>\n<p>", to);
  html_text(to, text_of(failure, "text"));
  if (at != NULL) {
    (void)fprintf(to, "%s at [%lld,%lld,%lld,%lld]", text_of(failure, "output"), (long long)json_integer_value(json_array_get(at, 0)),
                  (long long)json_integer_value(json_array_get(at, 1)), (long long)json_integer_value(json_array_get(at, 2)),
                  (long long)json_integer_value(json_array_get(at, 3)));
    static const char *const numbers[] = {"expected", "found", "bound", "budget"};
    for (int n = 0; n < 4; n++) put_number(to, failure, numbers[n]);
  }
  (void)fputs("</p>\n", to);
  if (grid != NULL) put_grid(to, grid);
  if (json_object_get(failure, "smallest") != NULL) {
    (void)fputs("<p>smallest: <code>", to);
    html_text(to, text_of(failure, "smallest"));
    (void)fputs("</code></p>\n", to);
  }
  (void)fputs("</section>\n", to);
}

/* Of failures: how many have one. */
static size_t count_grids(const json_t *failures) {
  size_t count = 0;
  for (size_t n = 0; n < json_array_size(failures); n++) count += json_object_get(json_array_get(failures, n), "grid") != NULL;
  return count;
}

check_status page_write(const char *target, const json_t *failures, const char *path, check_error *error) {
  output_file output;
  const check_status status = output_open(&output, path, error);
  if (status != CHECK_OK) return status;
  FILE *to = output.stream;
  (void)fputs(head, to);
  (void)fputs("<h1>attest check ", to);
  html_text(to, target);
  (void)fprintf(to,
                "</h1>\n<p>Failing: %zu; where the errors lie is shown of %zu of them. Colours of an element, by its error as a share of "
                "its bound: within it, to 10 times, to 1000, beyond, not finite:</p>\n<svg viewBox=\"0 0 50 10\" width=\"50\" "
                "height=\"10\" role=\"img\" "
                "aria-label=\"legend\">",
                json_array_size(failures), count_grids(failures));
  for (int k = 0; k < 5; k++)
    (void)fprintf(to, "<rect class=\"%s\" x=\"%d\" y=\"0\" width=\"%d\" height=\"%d\"/>", class_of(".+*#!"[k]), CELL * k, CELL - 1,
                  CELL - 1);
  (void)fputs("</svg>\n", to);
  for (size_t n = 0; n < json_array_size(failures); n++) put_failure(to, json_array_get(failures, n));
  (void)fputs("</body></html>\n", to);
  return output_close(&output, error);
}
