#define _DEFAULT_SOURCE /* NOLINT: struct winsize, reserved for this */
#include "cli/progress.h"

#include <stdbool.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "check/cases/clock.h"

#define WIDTH 30
#define COLUMNS 80 /* of a terminal that does not say */
#define COLUMNS_MOST 200
#define APART 0.1 /* seconds between two redraws: a case may take microseconds */

/* The state of the bar. Fewer done than before, or another total, begins a new bar. */
static struct {
  size_t done, total;
  double began, shown;
} bar;

/* Prints "35/s, 2:05 left"; "" while the rate is unknown. */
static void describe_rate(size_t done, size_t total, double seconds, char text[64]) {
  const double rate = (double)done / seconds;
  text[0] = '\0';
  if (done == 0 || !(seconds >= APART)) return;
  const int used = snprintf(text, 64, rate < 10 ? "  %.1f/s" : "  %.0f/s", rate);
  if (total < done) return;
  const long left = (long)((double)(total - done) / rate + 0.5);
  if (left < 3600) (void)snprintf(text + used, 64 - (size_t)used, ", %ld:%02ld left", left / 60, left % 60);
  else (void)snprintf(text + used, 64 - (size_t)used, ", %ld:%02ld:%02ld left", left / 3600, left / 60 % 60, left % 60);
}

static int columns(void) {
  struct winsize window = {.ws_col = 0};
  const bool known = ioctl(STDERR_FILENO, TIOCGWINSZ, &window) == 0 && window.ws_col > 0;
  return !known ? COLUMNS : window.ws_col < COLUMNS_MOST ? window.ws_col : COLUMNS_MOST;
}

void progress_show(size_t done, size_t total, const char *name) {
  char rate[64], of[32] = "", line[COLUMNS_MOST];
  if (!isatty(STDERR_FILENO)) return;
  const double at = clock_seconds();
  const bool first = done < bar.done || total != bar.total || bar.began <= 0;
  if (first) bar.began = at;
  bar.done = done;
  bar.total = total;
  if (!first && at - bar.shown < APART) return;
  bar.shown = at;
  if (total > 0 && total < done) total = done; /* cases were added */
  const int filled = total > 0 ? (int)(done * WIDTH / total) : 0;
  if (total > 0) (void)snprintf(of, sizeof of, " of %zu", total);
  describe_rate(done, total, at - bar.began, rate);
  (void)snprintf(line, sizeof line, "[%.*s%*s] %zu%s%s  %.40s", filled, "##############################",
                 WIDTH - filled, "", done, of, rate, name);
  (void)fprintf(stderr, "\r%.*s\033[K", columns() - 1, line);
}

void progress_clear(void) {
  if (isatty(STDERR_FILENO)) (void)fputs("\r\033[K", stderr);
}
