/* Facts that the weights of a candidate show by themselves, for the case that no cause explains them. */
#ifndef ATTEST_CHECK_FACTS_H
#define ATTEST_CHECK_FACTS_H

#include "check/zoo/sheet.h"

#define FACTS_TEXT_MAX 1200

/* Prints how the weights that were read differ from the exact ones:
     "hidden keys get weight: query 3 sees key 9 (12 in all); weights of a row sum to 0.7 .. 0.9"
   or that they do not. Returns whether the errors are small, as rounding makes them: the same
   keys are seen, and each weight is right within a few per cent. */
bool facts_print(const sheet *s, char text[FACTS_TEXT_MAX]);

#endif
