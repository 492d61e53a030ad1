/* A detail: what the weights of single cases say of themselves, for the case that no cause explains the answers:
   another function for exp, a column that does not count, a row of v that is read for another key. */
#ifndef ATTEST_CHECK_DETAIL_H
#define ATTEST_CHECK_DETAIL_H

#include <stddef.h>

#include "check/zoo/sheet.h"

/* Prints the first detail that enough sheets show; a single sheet may fit by chance. Returns the number of the sheet
   that the text describes; -1, and "", if there is none. */
int detail_print(const sheet *sheets, size_t count, char text[DETAIL_TEXT_MAX]);

#endif
