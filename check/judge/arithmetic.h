/* What somebody says of an implementation's arithmetic, in the place of what it declares. */
#ifndef ATTEST_CHECK_ARITHMETIC_H
#define ATTEST_CHECK_ARITHMETIC_H

#include "attest.h"

/* NULL where nothing is said; the types are F64, F32, F16 or BF16. */
typedef struct arithmetic_said {
  const attest_dtype *accumulate, *scores, *probabilities;
} arithmetic_said;

/* Puts what is said in the place of what was declared. Scores of a type are rounded to it as often as there can be steps; scores that were never
   rounded are kept in what it accumulates in. */
void arithmetic_override(const arithmetic_said *said, attest_arithmetic *arithmetic);

#endif
