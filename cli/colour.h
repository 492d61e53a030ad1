/* Colour on standard output, if that is a terminal. */
#ifndef ATTEST_CLI_COLOUR_H
#define ATTEST_CLI_COLOUR_H

typedef enum colour_of { COLOUR_OFF, COLOUR_GOOD, COLOUR_BAD, COLOUR_NOTE } colour_of;

/* The escape sequence of a colour; "" if standard output is no terminal, TERM is dumb or unset, or NO_COLOR is set and
   not empty (no-color.org). */
const char *colour(colour_of which);

#endif
