#include "check/results/failing_case.h"

#include "check/cases/document.h"
#include "check/results/html.h"

#define CELL 10 /* pixels */

static const char *class_of(char mark) {
  return mark == '.' ? "in" : mark == '+' ? "ten" : mark == '*' ? "thousand" : mark == '#' ? "beyond" : "nan";
}

static json_int_t number(const json_t *object, const char *key) {
  return json_integer_value(json_object_get(object, key));
}

static void put_grid(FILE *to, const json_t *grid) {
  const json_t *rows = json_object_get(grid, "rows");
  const size_t height = json_array_size(rows), width = json_string_length(json_array_get(rows, 0));
  (void)fprintf(
      to, "<figure><svg role=\"img\" aria-label=\"errors\" viewBox=\"0 0 %zu %zu\" width=\"%zu\" height=\"%zu\">\n",
      CELL * width, CELL * height, CELL * width, CELL * height);
  for (size_t r = 0; r < height; r++) {
    const char *marks = json_string_value(json_array_get(rows, r));
    for (size_t c = 0; marks != NULL && marks[c] != '\0'; c++)
      (void)fprintf(to, "<rect class=\"%s\" x=\"%zu\" y=\"%zu\" width=\"%d\" height=\"%d\"/>", class_of(marks[c]),
                    CELL * c, CELL * r, CELL - 1, CELL - 1);
  }
  (void)fprintf(to,
                "\n</svg><figcaption>errors of out in batch %lld, head %lld: %lld queries down, %lld columns "
                "across</figcaption></figure>\n",
                (long long)number(grid, "batch"), (long long)number(grid, "head"), (long long)number(grid, "queries"),
                (long long)number(grid, "width"));
}

static void put_number(FILE *to, const json_t *failure, const char *key) {
  const json_t *value = json_object_get(failure, key);
  if (json_is_string(value)) {
    (void)fprintf(to, ", %s ", key);
    html_text(to, json_string_value(value));
  } else (void)fprintf(to, ", %s %.9g", key, json_number_value(value));
}

/* The title of a failing case: what it shows. */
static void put_title(FILE *to, const json_t *failure) {
  const json_int_t elements = number(failure, "elements"), beyond = number(failure, "beyond");
  (void)fputs("<section><h3>", to);
  html_text(to, document_text_of(failure, "verdict"));
  if (document_text_of(failure, "output")[0] != '\0') (void)fputs(": ", to);
  html_text(to, document_text_of(failure, "output"));
  if (elements > 0) (void)fprintf(to, ", %lld of %lld elements", (long long)beyond, (long long)elements);
  (void)fputs("</h3>\n", to);
}

void failure_put(FILE *to, const json_t *failure) {
  const json_t *at = json_object_get(failure, "at"), *grid = json_object_get(failure, "grid");
  put_title(to, failure);
  (void)fputs("<p class=\"case\"><code>", to);
  html_text(to, document_text_of(failure, "case"));
  (void)fputs("</code></p>\n<p>", to);
  html_text(to, document_text_of(failure, "text"));
  if (at != NULL) {
    html_text(to, document_text_of(failure, "output"));
    (void)fprintf(to, " at [%lld,%lld,%lld,%lld]", (long long)json_integer_value(json_array_get(at, 0)),
                  (long long)json_integer_value(json_array_get(at, 1)),
                  (long long)json_integer_value(json_array_get(at, 2)),
                  (long long)json_integer_value(json_array_get(at, 3)));
    static const char *const numbers[] = {"expected", "found", "bound", "budget"};
    for (int n = 0; n < 4; n++) put_number(to, failure, numbers[n]);
  }
  (void)fputs("</p>\n", to);
  if (grid != NULL) put_grid(to, grid);
  if (json_object_get(failure, "smallest") != NULL) {
    (void)fputs("<p>smallest: <code>", to);
    html_text(to, document_text_of(failure, "smallest"));
    (void)fputs("</code></p>\n", to);
  }
  (void)fputs("</section>\n", to);
}

void failure_put_legend(FILE *to) {
  (void)fputs("Colours of an element, by its error as a share of its bound: within it, up to 10 times, "
              "up to 1000 times, more, not finite:</p>\n"
              "<svg viewBox=\"0 0 50 10\" width=\"50\" height=\"10\" role=\"img\" aria-label=\"legend\">",
              to);
  for (int k = 0; k < 5; k++)
    (void)fprintf(to, "<rect class=\"%s\" x=\"%d\" y=\"0\" width=\"%d\" height=\"%d\"/>", class_of(".+*#!"[k]),
                  CELL * k, CELL - 1, CELL - 1);
  (void)fputs("</svg>\n", to);
}
