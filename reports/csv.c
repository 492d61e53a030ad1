#include "reports/csv.h"

#include <stdio.h>
#include <string.h>

#include "check/cases/output.h"

static void put_text(FILE *to, const char *text) {
  const bool quoted = strpbrk(text, ",\"\n") != NULL;
  if (quoted) (void)fputc('"', to);
  for (; *text != '\0'; text++) {
    if (*text == '"') (void)fputc('"', to);
    (void)fputc(*text, to);
  }
  if (quoted) (void)fputc('"', to);
}

check_status csv_write(const study_table *t, const char *path, check_error *error) {
  output_file output;
  const check_status status = output_open(&output, path, error);
  if (status != CHECK_OK) return status;
  for (size_t c = 0; c < t->width; c++) {
    char label[STUDY_LABEL_MAX];
    put_text(output.stream, study_label(&t->columns[c], label));
    (void)fputc(c + 1 < t->width ? ',' : '\n', output.stream);
  }
  for (size_t row = 0; row < study_rows(t); row++)
    for (size_t c = 0; c < t->width; c++) {
      const study_cell *const cell = study_cell_at(t, row, c);
      if (cell->text != NULL) put_text(output.stream, cell->text);
      else (void)fprintf(output.stream, "%.17g", cell->number);
      (void)fputc(c + 1 < t->width ? ',' : '\n', output.stream);
    }
  return output_close(&output, error);
}
