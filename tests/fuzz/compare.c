/* attest bench --compare, on two documents, or on one with itself. */
#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/cases/json.h"
#include "cli/bench_compare.h"
#include "tests/fuzz/documents.h"
#include "tests/fuzz/fuzz.h"

/* The verdicts counted in the closing line. */
enum { SAME, FASTER, SLOWER, UNCLEAR, WRONG, FAILED, GONE, NEW, VERDICTS };

static void read_counts(const char *line, unsigned long count[VERDICTS]) {
  static const char *const names[VERDICTS] = {"same", "faster", "slower", "unclear", "wrong", "failed", "gone", "new"};
  for (int n = 0; n < VERDICTS; n++) {
    char *after;
    count[n] = strtoul(line, &after, 10);
    const size_t length = strlen(names[n]);
    if (after == line || *after != ' ' || strncmp(after + 1, names[n], length) != 0) abort();
    line = after + 1 + length + (n + 1 < VERDICTS ? 2 : 1); /* behind ", ", or the newline */
  }
}

/* Whether a benchmark of a document has an error. */
static bool has_error(const json_t *document, const char *name) {
  const json_t *const entries = json_object_get(document, "benchmarks");
  for (size_t n = 0; n < json_array_size(entries); n++) {
    const json_t *const e = json_array_get(entries, n);
    const char *its = json_string_value(json_object_get(e, "run_name")),
               *type = json_string_value(json_object_get(e, "run_type"));
    if (its == NULL) its = json_string_value(json_object_get(e, "name"));
    if (type != NULL && strcmp(type, "aggregate") == 0) continue;
    if (its != NULL && strcmp(its, name) == 0 && json_is_true(json_object_get(e, "error_occurred"))) return true;
  }
  return false;
}

/* What has an error in the second document alone, is wrong. */
static void expect_wrong(const char *const *path, unsigned long wrong) {
  json_t *const first = json_load_file(path[0], 0, NULL), *const second = json_load_file(path[1], 0, NULL);
  if (!json_make_printable(first) || !json_make_printable(second)) abort();
  const json_t *const entries = json_object_get(first, "benchmarks");
  for (size_t n = 0; n < json_array_size(entries) && wrong == 0; n++) {
    const json_t *const e = json_array_get(entries, n);
    const char *name = json_string_value(json_object_get(e, "run_name")),
               *type = json_string_value(json_object_get(e, "run_type"));
    if (name == NULL) name = json_string_value(json_object_get(e, "name"));
    if (name == NULL || strncmp(name, "peak/", 5) == 0 || (type != NULL && strcmp(type, "aggregate") == 0)) continue;
    if (!has_error(first, name) && has_error(second, name)) abort();
  }
  json_decref(first);
  json_decref(second);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const char *path[DOCUMENTS_MOST];
  check_error error;
  unsigned long count[VERDICTS];
  const bool alone = documents_open(data, size, path) == 1;
  if (alone) path[1] = path[0];
  documents_print();
  const check_status status = bench_compare(path[0], path[1], 0.05, &error);
  const char *const printed = documents_printed();
  if (status != CHECK_OK && status != CHECK_MISMATCH) {
    fuzz_expect_line(status, &error);
    return 0;
  }
  read_counts(documents_last_line(printed), count);
  if ((status == CHECK_MISMATCH) != (count[SLOWER] + count[WRONG] > 0)) abort();
  if (alone && count[SAME] + count[UNCLEAR] + count[FAILED] == 0) abort();
  if (alone && (status != CHECK_OK || count[FASTER] + count[GONE] + count[NEW] > 0)) abort();
  if (!alone) expect_wrong(path, count[WRONG]);
  return 0;
}
