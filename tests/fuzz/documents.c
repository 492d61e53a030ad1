#define _GNU_SOURCE /* NOLINT: memmem, open_memstream */
#include "tests/fuzz/documents.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/cases/printable.h"
#include "tests/fuzz/memory.h"

/* The last place takes what is left, separators included. */
size_t documents_open(const uint8_t *data, size_t size, const char *path[DOCUMENTS_MOST]) {
  static memory_file file[DOCUMENTS_MOST];
  size_t count = 0;
  for (bool more = true; more; count++) {
    const uint8_t *const end = count + 1 < DOCUMENTS_MOST ? memmem(data, size, "\n\n", 2) : NULL;
    const size_t length = end != NULL ? (size_t)(end - data) : size;
    if (file[count].path[0] == '\0') file[count] = memory_file_make();
    memory_file_set(&file[count], data, length);
    path[count] = file[count].path;
    more = end != NULL;
    data += more ? length + 2 : length;
    size -= more ? length + 2 : length;
  }
  return count;
}

static FILE *standard, *kept;
static char *text;
static size_t text_size;

void documents_print(void) {
  free(text);
  text = NULL;
  standard = stdout;
  kept = open_memstream(&text, &text_size);
  if (kept == NULL) abort();
  stdout = kept;
}

const char *documents_printed(void) {
  size_t skip;
  stdout = standard;
  if (fclose(kept) != 0) abort();
  for (const char *c = text; *c != '\0'; c += skip)
    if (printable_at(c, &skip) == 0 && *c != '\n') abort();
  return text;
}

const char *documents_last_line(const char *of) {
  const char *last = of;
  for (const char *c = of; *c != '\0'; c++)
    if (*c == '\n' && c[1] != '\0') last = c + 1;
  return last;
}
