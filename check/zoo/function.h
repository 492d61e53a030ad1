/* Is the exponential, or the score, another function? A kernel that approximates exp or tanh gives weights that are
   still a function of score - maximum, or of the score. */
#ifndef ATTEST_CHECK_FUNCTION_H
#define ATTEST_CHECK_FUNCTION_H

#include "check/zoo/sheet.h"

/* Prints what the weights and lse that were read say:
     "exp is another function: the weights follow score - maximum smoothly, with errors of -0.0002 .. 0.0002 (960
     weights)"
   "" if they say no such thing, or if there is no memory. */
void function_print(const sheet *s, char text[DETAIL_TEXT_MAX]);

#endif
