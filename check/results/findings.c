#include "check/results/findings.h"

void findings_verdict(FILE *to, const verdict *v) {
  char text[VERDICT_TEXT_MAX];
  verdict_print(v, text);
  (void)fprintf(to, "     %s\n", text);
}

/* A map without an error says nothing: then lse or weights are wrong. */
static bool has_errors(const error_map *map) {
  for (int64_t n = 0; n < map->rows * map->columns; n++)
    if (!(map->budget[n] <= 1)) return true;
  return false;
}

void findings_error_map(FILE *to, const error_map *map) {
  char text[ERROR_MAP_TEXT_MAX];
  if (!has_errors(map)) {
    (void)fprintf(to, "     out is within its bounds in this head\n");
    return;
  }
  error_map_print(map, "     ", text);
  (void)fprintf(to, "%s\n", text);
}

void findings_xray(FILE *to, const xray *found) {
  char text[XRAY_LINE_MAX];
  for (int n = 0; xray_line(found, n, text); n++) (void)fprintf(to, "%s\n", text);
}
