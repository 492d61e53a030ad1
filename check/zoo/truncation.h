/* Is the output truncated to its type, and not rounded? */
#ifndef ATTEST_CHECK_TRUNCATION_H
#define ATTEST_CHECK_TRUNCATION_H

#include "check/zoo/sheet.h"

/* Prints what the weights of a 16-bit type say that were read with a one-hot v:
     "the output is truncated, not rounded: weights are off by -0.51 units in the last place on average (960 weights)"
   "" if they say no such thing. */
void truncation_print(const sheet *s, char text[DETAIL_TEXT_MAX]);

#endif
