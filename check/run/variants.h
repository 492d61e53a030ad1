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

/* A case with many visible keys and scores of order 1, for reading weights: of the type and layout of a failing case, with a
   softcap if that has one, and no other option. */
recipe variant_to_read(const recipe *r);

#endif
