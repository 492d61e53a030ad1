#include "tests/fuzz/fuzz.h"

#include <stdlib.h>

void fuzz_expect_line(check_status status, const check_error *error) {
  if (status != CHECK_BAD_INPUT || error->text[0] == '\0') abort();
  for (const char *c = error->text; *c != '\0'; c++)
    if ((unsigned char)*c < ' ' || *c == 0x7f) abort();
}
