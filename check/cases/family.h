/* Families of generated cases, by what they ask for: each case is in one. */
#ifndef ATTEST_CHECK_FAMILY_H
#define ATTEST_CHECK_FAMILY_H

#include "check/cases/recipe.h"

/* A case with several options is in the last of their families. */
typedef enum family {
  FAMILY_PLAIN, /* none of what follows */
  FAMILY_GQA,   /* fewer kv heads than q heads */
  FAMILY_CAUSAL,
  FAMILY_WINDOW,
  FAMILY_KV_LEN, /* a length a batch */
  FAMILY_MASK,
  FAMILY_BIAS,
  FAMILY_SCALE, /* another one than 1/sqrt(d_k) */
  FAMILY_SOFTCAP,
  FAMILY_SINK,
  FAMILIES
} family;

family family_of(const recipe *r);

/* "plain", "gqa", .. */
const char *family_name(family f);

#endif
