#define _POSIX_C_SOURCE 200809L /* NOLINT: reserved for this */
#include "check/cases/document.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check/cases/printable.h"

static _Thread_local bool lost;

static void need(int failed) { lost = lost || failed != 0; }

bool document_is_whole(void) {
  const bool whole = !lost;
  lost = false;
  return whole;
}

/* jansson counts the bytes first, and then writes them into memory that is there. */
char *document_dump(const json_t *document, size_t flags) {
  const size_t size = json_dumpb(document, NULL, 0, flags);
  char *const text = size > 0 ? malloc(size + 1) : NULL;
  if (text == NULL) return NULL;
  const bool whole = json_dumpb(document, text, size, flags) == size;
  text[size] = '\0';
  if (whole) return text;
  free(text);
  return NULL;
}

void document_set(json_t *object, const char *key, json_t *value) { need(json_object_set_new(object, key, value)); }

void document_append(json_t *array, json_t *value) { need(json_array_append_new(array, value)); }

void document_add(json_t *object, json_t *other) { need(json_object_update(object, other)); }

json_t *document_text(const char *text) {
  json_t *string = json_string(text);
  if (string != NULL) return string;
  char *copy = strdup(text);
  need(copy == NULL);
  if (copy == NULL) return NULL;
  printable(copy);
  string = json_string(copy);
  free(copy);
  return string;
}

const char *document_text_of(const json_t *object, const char *key) {
  const char *const text = json_string_value(json_object_get(object, key));
  return text != NULL ? text : "";
}

json_t *document_number(double number) {
  if (isfinite(number)) return json_real(number);
  if (isnan(number)) return json_string("nan");
  return json_string(number > 0.0 ? "inf" : "-inf");
}
