/* Cases like a failing one, with one thing changed: numbers, a size, or an option back at its plain level. */
#ifndef ATTEST_CHECK_VARIANTS_H
#define ATTEST_CHECK_VARIANTS_H

#include <stddef.h>

#include "check/cases/recipe.h"

#define VARIANTS 40

typedef struct variants {
  recipe made[VARIANTS]; /* different from each other */
  size_t count;
} variants;

/* The variants of a case. A candidate may not support all of them. */
void variants_of(const recipe *r, variants *v);

/* Number n of the larger cases whose weights are read: with scores of order 1 and many visible keys, of the type and
   layout of a failing case; without options but softcap, or with the options of the case. False after the last. */
bool variant_to_read(const recipe *r, int n, recipe *to);

#endif
