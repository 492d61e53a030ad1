/* Conditions: in which pairs of query and key, or in which rows, something was seen, in words. A set of pairs is
   compared with everything that a kernel may have branched on: tiles, blocks of queries, ends of ranges, masks,
   maxima. */
#ifndef ATTEST_CHECK_CONDITIONS_H
#define ATTEST_CHECK_CONDITIONS_H

#include <stddef.h>

#include "check/zoo/sheet.h"

#define CONDITIONS_TEXT_MAX 600

/* A pair of query and key; key -1: the whole row. */
typedef struct sight {
  const sheet *of;
  int64_t row, key;
  int64_t beside; /* without lse, errors are known only against that of another key of the row; -1: with lse */
  bool affected;
} sight;

/* Beside a condition: sights that are not affected, and in which it holds; and whether others hold in the same sights.
   */
typedef struct condition_found {
  size_t exceptions;
  bool is_ambiguous;
} condition_found;

/* Prints the simplest condition that holds in every affected sight and in no other, of few parts:
     "where the mask hides the first key of its tile of 32 and the key is after its diagonal"
   Others of one part that hold in the same sights are named beside it. A few exceptions are allowed, and counted,
   rather than told by a further part; slack: how many others it may hold in by chance, as a share of the affected
   ones. "" if all sights are affected. Returns false, and prints "", if no such condition is known, if it does not
   foretell what is seen in sheets that were set apart, if there are too few sights, or if there is no memory. */
bool conditions_print(const sight *s, size_t count, double slack, condition_found *beside,
                      char text[CONDITIONS_TEXT_MAX]);

#endif
