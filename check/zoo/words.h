/* Sentences with numbers in them. */
#ifndef ATTEST_CHECK_WORDS_H
#define ATTEST_CHECK_WORDS_H

#include <stddef.h>

/* Copies says to text, with first in place of each "{}" and second in place of each "{x}", whatever letter or sign x
   is. Returns the length, less than size; what does not fit is left out. */
size_t words_print(const char *says, const char *first, const char *second, char *text, size_t size);

#endif
