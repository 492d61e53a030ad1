/* Where the errors of an answer lie. */
#ifndef ATTEST_CHECK_ERROR_MAP_H
#define ATTEST_CHECK_ERROR_MAP_H

#include <stddef.h>

#include "check/judge/expected.h"

#define ERROR_MAP_ROWS 24
#define ERROR_MAP_COLUMNS 64
#define ERROR_MAP_TEXT_MAX 4096

/* One head of out, queries down, columns across. Each cell has the worst budget used of its elements; not finite if an
   element is not. */
typedef struct error_map {
  int64_t batch, head, queries, width; /* what is mapped */
  int64_t rows, columns;               /* 0 .. ERROR_MAP_ROWS and 0 .. ERROR_MAP_COLUMNS */
  double budget[ERROR_MAP_ROWS * ERROR_MAP_COLUMNS];
} error_map;

void error_map_of_head(const expected *e, const attest_answer *answer, int64_t b, int64_t h, error_map *grid);

/* '.' within the bound, '+' up to 10 times it, '*' up to 1000, '#' beyond, '!' not finite. */
char error_map_mark(double budget);

/* Prints the map, one mark a cell. Every line begins with indent; text ends without a newline. */
void error_map_print(const error_map *grid, const char *indent, char text[ERROR_MAP_TEXT_MAX]);

#endif
