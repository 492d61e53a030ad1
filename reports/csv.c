#include "reports/csv.h"

#include <stdio.h>
#include <string.h>

#include "check/output.h"

static void put_text(FILE *to, const char *text) {
  const bool quoted = strpbrk(text, ",\"\n") != NULL;
  if (quoted) (void)fputc('"', to);
  for (; *text != '\0'; text++) {
    if (*text == '"') (void)fputc('"', to);
    (void)fputc(*text, to);
  }
  if (quoted) (void)fputc('"', to);
}

static void put_head(FILE *to, const study_column *column) {
  char text[160];
  (void)snprintf(text, sizeof text, column->unit[0] != '\0' ? "%s [%s]" : "%s", column->name, column->unit);
  put_text(to, text);
}

check_status csv_write(const study_table *t, const char *path, check_error *error) {
  output_file output;
  const check_status status = output_open(&output, path, error);
  if (status != CHECK_OK) return status;
  for (size_t c = 0; c < t->width; c++) {
    if (c > 0) (void)fputc(',', output.stream);
    put_head(output.stream, &t->columns[c]);
  }
  for (size_t n = 0; n < t->count; n++) {
    (void)fputc(n % t->width == 0 ? '\n' : ',', output.stream);
    if (t->cells[n].text != NULL) put_text(output.stream, t->cells[n].text);
    else (void)fprintf(output.stream, "%.17g", t->cells[n].number);
  }
  (void)fputc('\n', output.stream);
  return output_close(&output, error);
}
