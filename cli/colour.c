#define _POSIX_C_SOURCE 200809L /* NOLINT: reserved for this */
#include "cli/colour.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool colour_wanted(void) {
  const char *no = getenv("NO_COLOR"), *terminal = getenv("TERM");
  return isatty(STDOUT_FILENO) && (no == NULL || *no == '\0') && terminal != NULL && *terminal != '\0' &&
         strcmp(terminal, "dumb") != 0;
}
