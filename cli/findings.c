#include "cli/findings.h"

#include <stdio.h>

void findings_verdict(const verdict *v) {
  char text[VERDICT_TEXT_MAX];
  verdict_print(v, text);
  (void)printf("     %s\n", text);
}

/* A map without an error says nothing: then lse or weights are wrong. */
static bool has_errors(const error_map *map) {
  for (int64_t n = 0; n < map->rows * map->columns; n++)
    if (!(map->budget[n] <= 1)) return true;
  return false;
}

void findings_error_map(const error_map *map) {
  char text[ERROR_MAP_TEXT_MAX];
  if (!has_errors(map)) {
    (void)printf("     out is within its bounds in this head\n");
    return;
  }
  error_map_print(map, "     ", text);
  (void)printf("%s\n", text);
}

void findings_xray(const xray *found) {
  char text[XRAY_LINE_MAX];
  for (int n = 0; xray_line(found, n, text); n++) (void)printf("%s\n", text);
}
