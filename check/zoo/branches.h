/* Branches: everything that a kernel may have branched on where it treats pairs of query and key, or rows, differently:
   tiles, blocks of queries, ends of ranges, masks, maxima. Each is a test with its words. */
#ifndef ATTEST_CHECK_BRANCHES_H
#define ATTEST_CHECK_BRANCHES_H

#include <stddef.h>

#include "check/zoo/sheet.h"

#define BRANCH_NUMBERS 26
#define BRANCH_BLOCK 10000 /* a number of two parts: rows in a block * BRANCH_BLOCK + keys in a tile */

typedef struct branch {
  const char *says; /* "the key is in the first tile of {}": {} stands for the number, or the tile; {b} for the block */
  const char *denies;              /* the opposite; NULL: not used */
  bool of_key;                     /* it is about a pair; else about a row */
  int64_t numbers[BRANCH_NUMBERS]; /* tried, up to the first 0; none: it has no number */
  bool (*holds)(const sheet *s, int64_t row, int64_t key, int64_t number);
} branch;

/* Prints a branch with its number, or its opposite; returns the length. */
size_t branch_print(const branch *b, int64_t number, bool denied, char *text, size_t size);

/* In the order in which they are preferred. */
extern const branch branches[];
extern const size_t branches_count;

#endif
