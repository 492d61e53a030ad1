#define _POSIX_C_SOURCE 200809L /* NOLINT: reserved for this */
#include "check/cases/json.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "check/cases/document.h"
#include "check/cases/output.h"
#include "check/cases/printable.h"

/* jansson says of a number that does not fit into memory that it is no number: what is lost is seen here. */
static _Thread_local bool lost;

static void *allocate(size_t size) {
  void *const memory = malloc(size);
  lost = lost || memory == NULL;
  return memory;
}

/* Reads a file; NULL: it is none, or *status is CHECK_FAILURE. A program that gave jansson an allocator keeps it. */
static json_t *load(FILE *file, const char *path, json_error_t *reason, check_status *status, check_error *error) {
  json_malloc_t theirs;
  json_free_t their_free;
  json_get_alloc_funcs(&theirs, &their_free);
  lost = false;
  if (theirs == malloc) json_set_alloc_funcs(allocate, free);
  json_t *const root = json_loadf(file, JSON_REJECT_DUPLICATES, reason);
  if (theirs == malloc) json_set_alloc_funcs(malloc, free);
  if (root == NULL && lost) *status = check_fail(error, CHECK_FAILURE, "%s: not enough memory", path);
  else if (root == NULL && ferror(file)) *status = check_fail_file(error, path, "read", errno);
  return root;
}

check_status json_read_object(const char *path, json_t **root, check_error *error) {
  struct stat status;
  if (stat(path, &status) != 0) return check_fail_file(error, path, "open", errno);
  if (!S_ISREG(status.st_mode)) return check_fail(error, CHECK_BAD_INPUT, "%s: not a regular file", path);
  FILE *file = fopen(path, "rb");
  if (file == NULL) return check_fail_file(error, path, "open", errno);
  json_error_t reason;
  check_status loaded = CHECK_OK;
  *root = load(file, path, &reason, &loaded, error);
  (void)fclose(file);
  if (loaded != CHECK_OK) return loaded;
  if (*root == NULL)
    return check_fail(error, CHECK_BAD_INPUT, "%s:%d:%d: %s", path, reason.line, reason.column, reason.text);
  if (json_is_object(*root)) return CHECK_OK;
  const check_status failed = json_unexpected(path, "the file", "an object", *root, error);
  json_decref(*root);
  *root = NULL;
  return failed;
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
