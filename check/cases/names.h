/* Sets of names, as options give them: "causal-top-left,lse-base-2", or "all". */
#ifndef ATTEST_CHECK_NAMES_H
#define ATTEST_CHECK_NAMES_H

#include <stddef.h>
#include <stdint.h>

#include "check/cases/error.h"

/* Name n of a list; NULL after the last. At most 32. */
typedef const char *names_list(size_t n);

/* Reads names with commas between them into a set, bit n for name n. Fails with CHECK_BAD_INPUT for any other name;
   option is the name of the option in the message, and what says what the names are: "a convention". */
check_status names_read(const char *option, const char *what, const char *text, names_list *list, uint32_t *set,
                        check_error *error);

/* Prints the names of a set with ", " between them; cut off at size - 1 characters. */
void names_print(names_list *list, uint32_t set, char *text, size_t size);

#endif
