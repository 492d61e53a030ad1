#include "check/zoo/words.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

size_t words_print(const char *says, const char *first, const char *second, char *text, size_t size) {
  size_t used = 0;
  text[0] = '\0';
  while (*says != '\0' && used + 1 < size) {
    const bool one = strncmp(says, "{}", 2) == 0, other = says[0] == '{' && says[1] != '\0' && says[2] == '}';
    if (one || other) used += (size_t)snprintf(text + used, size - used, "%s", one ? first : second);
    else text[used++] = *says, text[used] = '\0';
    says += one ? 2 : other ? 3 : 1;
  }
  return used < size ? used : size - 1;
}
