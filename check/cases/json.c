#define _POSIX_C_SOURCE 200809L /* NOLINT: reserved for this */
#include "check/cases/json.h"

#include <errno.h>
#include <setjmp.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check/cases/document.h"
#include "check/cases/input.h"
#include "check/cases/output.h"
#include "check/cases/printable.h"

/* If memory runs out in the middle of a string, jansson 2.14 writes past the end of it. So a failed allocation ends
   the reading at once; what was allocated until then is lost. */
static _Thread_local jmp_buf starved;
static _Thread_local bool loads;
static json_malloc_t beneath = malloc; /* what jansson calls otherwise */

static void *allocate(size_t size) {
  void *const memory = beneath(size);
  if (memory == NULL && loads) longjmp(starved, 1);
  return memory;
}

/* NULL: it is no JSON, or *status is CHECK_FAILURE. */
static json_t *load(FILE *file, const char *path, json_error_t *reason, check_status *status, check_error *error) {
  json_malloc_t theirs;
  json_free_t their_free;
  json_t *volatile root = NULL;
  json_get_alloc_funcs(&theirs, &their_free);
  if (theirs != allocate) beneath = theirs; /* it is allocate where another thread reads */
  json_set_alloc_funcs(allocate, their_free);
  loads = true;
  if (setjmp(starved) == 0) root = json_loadf(file, JSON_REJECT_DUPLICATES, reason);
  else *status = check_fail(error, CHECK_FAILURE, "%s: not enough memory", path);
  loads = false;
  json_set_alloc_funcs(beneath, their_free);
  if (root == NULL && *status == CHECK_OK && ferror(file)) *status = check_fail_file(error, path, "read", errno);
  return root;
}

/* Reads all of the file, and closes it. */
static check_status read_object(FILE *file, const char *path, json_t **root, check_error *error) {
  json_error_t reason = {.line = 0};
  check_status status = CHECK_OK;
  *root = load(file, path, &reason, &status, error);
  (void)fclose(file);
  if (status != CHECK_OK) return status;
  if (*root == NULL)
    return check_fail(error, CHECK_BAD_INPUT, "%s:%d:%d: %s", path, reason.line, reason.column, reason.text);
  if (json_is_object(*root)) return CHECK_OK;
  status = json_unexpected(path, "the file", "an object", *root, error);
  json_decref(*root);
  *root = NULL;
  return status;
}

check_status json_read_object(const char *path, json_t **root, check_error *error) {
  int opened;
  const check_status status = input_open(path, &opened, NULL, error);
  if (status != CHECK_OK) return status;
  FILE *const file = fdopen(opened, "rb");
  if (file != NULL) return read_object(file, path, root, error);
  const int reason = errno;
  (void)close(opened);
  return check_fail(error, CHECK_FAILURE, "%s: cannot open: %s", path, strerror(reason));
}

check_status json_read_text(char *text, const char *name, json_t **root, check_error *error) {
  FILE *const file = fmemopen(text, strlen(text), "r");
  return file != NULL ? read_object(file, name, root, error)
                      : check_fail(error, CHECK_FAILURE, "%s: not enough memory", name);
}

bool json_make_printable(json_t *document) { /* NOLINT(misc-no-recursion): as deep as jansson reads, 2048 */
  size_t n;
  const char *key;
  json_t *value;
  bool whole = true;
  json_array_foreach(document, n, value) whole = whole && json_make_printable(value);
  json_object_foreach(document, key, value) whole = whole && json_make_printable(value);
  if (!json_is_string(document)) return whole;
  char *const text = strdup(json_string_value(document));
  if (text == NULL) return false;
  printable(text);
  whole = json_string_set(document, text) == 0;
  free(text);
  return whole;
}

static check_status write_as(size_t flags, const json_t *document, const char *path, check_error *error) {
  char *text = document_is_whole() ? document_dump(document, flags) : NULL;
  if (text == NULL) return check_fail(error, CHECK_FAILURE, "%s: not enough memory", path);
  output_file output;
  const check_status status = output_open(&output, path, error);
  if (status == CHECK_OK) (void)fprintf(output.stream, "%s\n", text);
  free(text);
  return status == CHECK_OK ? output_close(&output, error) : status;
}

check_status json_write(const json_t *document, const char *path, check_error *error) {
  return write_as(JSON_INDENT(1), document, path, error);
}

check_status json_write_compact(const json_t *document, const char *path, check_error *error) {
  return write_as(JSON_COMPACT, document, path, error);
}

check_status json_unexpected(const char *path, const char *where, const char *expected, const json_t *found,
                             check_error *error) {
  char text[48] = "nothing";
  if (found != NULL) {
    char *const whole = document_dump(found, JSON_COMPACT | JSON_ENCODE_ANY);
    (void)snprintf(text, sizeof text, "%s", whole != NULL ? whole : "something");
    if (whole != NULL && strlen(whole) >= sizeof text) memcpy(text + sizeof text - 4, "...", 4);
    free(whole);
  }
  return check_fail(error, CHECK_BAD_INPUT, "%s: %s: expected %s, found %s", path, where, expected, text);
}
