#define _POSIX_C_SOURCE 200809L /* NOLINT: reserved for this */
#include "cli/colour.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool wanted(void) {
  const char *no = getenv("NO_COLOR"), *terminal = getenv("TERM");
  return isatty(STDOUT_FILENO) && (no == NULL || *no == '\0') && terminal != NULL && *terminal != '\0' &&
         strcmp(terminal, "dumb") != 0;
}

const char *colour(colour_of which) {
  static const char *const codes[] = {"\033[0m", "\033[32m", "\033[31m", "\033[33m"};
  return wanted() ? codes[which] : "";
}
