/* The denominator of a row: which keys are missing in it, count twice, or should not be there. A wrong denominator
   multiplies all weights of a row by one factor, or makes lse wrong beside right weights. The factor is compared with
   the sums over many sets of keys. */
#ifndef ATTEST_CHECK_DENOMINATOR_H
#define ATTEST_CHECK_DENOMINATOR_H

#include <stddef.h>

#include "check/zoo/sheet.h"

#define DENOMINATOR_TEXT_MAX 400

/* Prints which keys the denominators of all sheets count otherwise, by a branch (branches.h):
     "the denominator leaves out keys where the key is in the last, partial tile of 8 (96 rows of 4 cases)"
   False, and "", if no one set of keys gives the denominators of all rows, or if there is no memory. */
bool denominator_print(const sheet *sheets, size_t count, char text[DENOMINATOR_TEXT_MAX]);

#endif
