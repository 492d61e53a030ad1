#include "cli/expectation.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "reports/claims.h"

/* Compares line n of the file with claim n. */
static check_status compare_line(const study_table *t, size_t row, const char *line, bool *same, const char *path,
                                 check_error *error) {
  char found[80];
  const char *const verdict = study_cell_at(t, row, CLAIMS_VERDICT)->text;
  (void)snprintf(found, sizeof found, "%.0f %s", study_cell_at(t, row, CLAIMS_NUMBER)->number, verdict);
  const size_t number = strcspn(found, " ") + 1;
  if (strncmp(line, found, number) != 0)
    return check_fail(error, CHECK_BAD_INPUT, "%s: line %zu: expected '%.*sVERDICT', found '%s'", path, row + 1,
                      (int)number, found, line);
  if (strcmp(line, found) == 0) return CHECK_OK;
  *same = false;
  (void)printf("claim %.*sexpected %s, found %s\n", (int)number, found, line + number, verdict);
  return CHECK_OK;
}

check_status expectation_compare(const study *claims, const char *path, check_error *error) {
  const study_table *const t = &claims->table[0];
  char line[80];
  bool same = true;
  FILE *const file = fopen(path, "r");
  if (file == NULL) return check_fail_file(error, path, "read", errno);
  check_status status = CHECK_OK;
  for (size_t row = 0; row < study_rows(t) && status == CHECK_OK; row++) {
    if (fgets(line, sizeof line, file) == NULL) line[0] = '\0';
    line[strcspn(line, "\n")] = '\0';
    status = compare_line(t, row, line, &same, path, error);
  }
  if (status == CHECK_OK && fgets(line, sizeof line, file) != NULL)
    status = check_fail(error, CHECK_BAD_INPUT, "%s: expected %zu lines, found more", path, study_rows(t));
  (void)fclose(file);
  return status == CHECK_OK && !same ? CHECK_MISMATCH : status;
}
