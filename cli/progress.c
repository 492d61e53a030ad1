#define _POSIX_C_SOURCE 200809L /* NOLINT: reserved for this */
#include "cli/progress.h"

#include <stdio.h>
#include <unistd.h>

#define WIDTH 30

void progress_show(size_t done, size_t total, const char *name) {
  if (!isatty(STDERR_FILENO)) return;
  const int filled = total > 0 ? (int)(done * WIDTH / total) : WIDTH;
  (void)fprintf(stderr, "\r[%.*s%*s] %zu of %zu  %.40s\033[K", filled, "##############################", WIDTH - filled, "", done, total,
                name);
}

void progress_clear(void) {
  if (isatty(STDERR_FILENO)) (void)fputs("\r\033[K", stderr);
}
