/* Colour on standard output, if that is a terminal. */
#ifndef ATTEST_CLI_COLOUR_H
#define ATTEST_CLI_COLOUR_H

#include <stdbool.h>

/* Whether to colour: not if standard output is no terminal, TERM is dumb or unset, or NO_COLOR is set and not empty
   (no-color.org). */
bool colour_wanted(void);

#endif
