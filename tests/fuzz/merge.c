/* attest merge, on the files of a few shares. A pass is believed only if nothing in the documents says otherwise; a run
   that is whole, merged and merged again, is the same. */
#define _POSIX_C_SOURCE 200809L /* NOLINT: reserved for this */
#include <jansson.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands.h"
#include "tests/fuzz/documents.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/memory.h"

/* ---- what a pass may not hold, by a reading of the documents that shares nothing with the program's */

static json_t *load(const char *path) {
  json_t *const document = json_load_file(path, 0, NULL);
  if (document == NULL) abort();
  return document;
}

/* How many of a share's cases are right; aborts if one is neither that nor skipped. */
static int64_t count_right(const json_t *document) {
  const json_t *const cases = json_object_get(document, "cases");
  int64_t count = 0;
  for (size_t n = 0; n < json_array_size(cases); n++) {
    const json_t *const one = json_array_get(cases, n);
    const char *const its = json_string_value(json_object_get(one, "verdict"));
    const bool passes = strcmp(its, "pass") == 0;
    if (passes && json_integer_value(json_object_get(one, "beyond")) != 0) abort();
    if (!passes && strcmp(its, "convention") != 0 && strcmp(its, "skipped") != 0) abort();
    count += strcmp(its, "skipped") != 0;
  }
  return count;
}

static int64_t count_of(const json_t *document, const char *key) {
  const json_t *const types = json_object_get(document, "types");
  static const char *const names[] = {"f64", "f32", "f16", "bf16"};
  int64_t count = 0;
  for (int n = 0; n < 4; n++) count += json_integer_value(json_object_get(json_object_get(types, names[n]), key));
  return count;
}

/* Such a share fails, and the whole run need not. */
static bool is_too_vague(const json_t *document) {
  const json_t *const types = json_object_get(document, "types");
  static const char *const names[] = {"f64", "f32", "f16", "bf16"};
  for (int n = 0; n < 4; n++)
    if (json_object_get(json_object_get(types, names[n]), "too_vague") != NULL) return true;
  return false;
}

/* Returns how many cases of a share are right. */
static int64_t expect_passed(const json_t *document) {
  const json_t *const probes = json_object_get(document, "probes");
  const int64_t judged = count_right(document);
  if ((!json_is_true(json_object_get(document, "pass")) && !is_too_vague(document)) ||
      count_of(document, "failed") != 0 ||
      count_of(document, "passed") + count_of(document, "by_convention") != judged ||
      json_array_size(json_object_get(document, "bias_tests")) != 0 || count_of(document, "unasked") != 0)
    abort();
  for (size_t n = 0; n < json_array_size(probes); n++)
    if (json_is_true(json_object_get(json_array_get(probes, n), "fails"))) abort();
  return judged;
}

static void expect_all_passed(const char *const *path, size_t count) {
  int64_t judged = 0, shares = 0;
  for (size_t n = 0; n < count; n++) {
    json_t *const document = load(path[n]);
    judged += expect_passed(document);
    shares = json_integer_value(json_object_get(json_object_get(document, "shard"), "of"));
    json_decref(document);
  }
  if (judged == 0 || shares != (int64_t)count) abort();
}

/* ---- the command */

static check_status merge(const char *const *path, size_t count, char **written, check_error *error) {
  char *argv[DOCUMENTS_MOST + 9] = {(char *)"merge"};
  int argc = 1;
  for (size_t n = 0; n < count; n++) argv[argc++] = (char *)path[n];
  static const char *const options[] = {"--json", "--junit", "--html", "--sarif"};
  for (int n = 0; written != NULL && n < 4; n++) {
    argv[argc++] = (char *)options[n];
    argv[argc++] = written[n];
  }
  documents_print();
  const check_status status = merge_command(argc, argv, error);
  const char *const last = documents_last_line(documents_printed());
  if (status == CHECK_OK && strncmp(last, "pass: ", 6) != 0) abort();
  if (status == CHECK_MISMATCH && strncmp(last, "fail: ", 6) != 0) abort();
  return status;
}

/* Writes the whole run, and merges it again: it must say the same. Takes as long as several inputs: done for some. */
static void merge_again(const char *const *path, size_t count, check_status before) {
  static memory_file file[8];
  char *written[8];
  check_error error;
  for (int n = 0; n < 8; n++) {
    if (file[n].path[0] == '\0') file[n] = memory_file_make();
    written[n] = file[n].path;
  }
  if (merge(path, count, written, &error) != before) abort();
  json_t *const whole = load(written[0]);
  if (json_object_get(whole, "missing") == NULL) {
    if (merge((const char *const *)written, 1, written + 4, &error) != before) abort();
    json_t *const again = load(written[4]);
    if (!json_equal(whole, again)) abort();
    json_decref(again);
  }
  json_decref(whole);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const char *path[DOCUMENTS_MOST];
  check_error error;
  const size_t count = documents_open(data, size, path);
  const check_status status = merge(path, count, NULL, &error);
  if (status != CHECK_OK && status != CHECK_MISMATCH) fuzz_expect_line(status, &error);
  else if (size % 8 == 0) merge_again(path, count, status);
  if (status == CHECK_OK) expect_all_passed(path, count);
  return 0;
}
