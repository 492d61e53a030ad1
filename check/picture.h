/* Where the errors of an answer lie. */
#ifndef ATTEST_CHECK_PICTURE_H
#define ATTEST_CHECK_PICTURE_H

#include <stddef.h>

#include "check/expected.h"

#define PICTURE_ROWS 24
#define PICTURE_COLUMNS 64
#define PICTURE_TEXT_MAX 4096

/* One head of out, queries down, columns across: each cell has the worst budget used of the elements that it stands for; not finite where one is not. */
typedef struct picture_grid {
  int64_t batch, head, queries, width; /* of what */
  int64_t rows, columns;               /* 0 and more, at most PICTURE_ROWS and PICTURE_COLUMNS */
  double budget[PICTURE_ROWS * PICTURE_COLUMNS];
} picture_grid;

void picture_of_head(const expected *e, const attest_answer *answer, int64_t b, int64_t h, picture_grid *grid);

/* '.' within the bound, '+' up to 10 times it, '*' up to 1000, '#' beyond, '!' not finite. */
char picture_mark(double budget);

/* The grid as lines of text, a mark a cell. Every line begins with indent; text ends without a newline. */
void picture_print(const picture_grid *grid, const char *indent, char text[PICTURE_TEXT_MAX]);

#endif
