/* A user's statement of a candidate's arithmetic. It overrides what the candidate declares. */
#ifndef ATTEST_CHECK_ARITHMETIC_H
#define ATTEST_CHECK_ARITHMETIC_H

#include "attest.h"

/* NULL: not stated. The types are F64, F32, F16 or BF16. */
typedef struct arithmetic_said {
  const attest_dtype *accumulate, *scores, *probabilities;
} arithmetic_said;

/* Overrides the declared arithmetic. Scores stored in a stated type are rounded to it up to three times. Where only the
   type of sums is stated, scores that are never rounded take it too. */
void arithmetic_override(const arithmetic_said *said, attest_arithmetic *arithmetic);

#endif
