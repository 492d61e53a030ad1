/* The conventions that were followed, as text and as a document. */
#ifndef ATTEST_CHECK_FOLLOWED_H
#define ATTEST_CHECK_FOLLOWED_H

#include <jansson.h>
#include <stdio.h>

#include "check/run/tally.h"

/* Prints a line for each convention that was followed: in how many of the cases where it shows, and the first of them;
   for an inconsistent one, also the first case where it is not followed. Then prints all names on one line. Prints
   nothing if none was followed. accept: what can be done about a stated one, up to its name. */
void followed_tell(FILE *to, const tally *found, const char *accept);

/* Adds the conventions of a verdict to its object: the lists of names followed and broken, if not empty. */
void followed_describe(json_t *document, const verdict *v);

/* The facts that followed_tell prints, as an array of objects. */
json_t *followed_document(const tally *found);

#endif
