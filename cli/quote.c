#include "cli/quote.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/cases/printable.h"

char *quote(const char *first, const char *word) {
  char *quoted = malloc(strlen(first) + 4 * strlen(word) + sizeof "''"), *end = quoted;
  if (quoted == NULL) return NULL;
  end += sprintf(end, "%s'", first);
  for (; *word != '\0'; word++) {
    if (*word == '\'') end += sprintf(end, "'\\''");
    else *end++ = *word;
  }
  (void)memcpy(end, "'", 2);
  printable(quoted);
  return quoted;
}
