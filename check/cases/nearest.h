/* The nearest name to a word that is none: for messages about typing errors. */
#ifndef ATTEST_CHECK_NEAREST_H
#define ATTEST_CHECK_NEAREST_H

#include <stddef.h>

/* The search for the name nearest to `word`, among the names given to nearest_try. */
typedef struct nearest {
  const char *word;
  size_t length;    /* of the word, which may be part of a text */
  const char *name; /* the nearest name so far; NULL: none is near */
  size_t edits;     /* its distance from the word */
} nearest;

nearest nearest_to(const char *word, size_t length);

/* Tries a name. A name is near if at most a third of its characters, and at most 3, are to be inserted, deleted,
   replaced or exchanged with their neighbour, or if the word is its beginning. */
void nearest_try(nearest *n, const char *name);

/* Prints ", did you mean NAME?"; "" if no name is near. */
#define NEAREST_TEXT_MAX 80
void nearest_print(const nearest *n, char text[NEAREST_TEXT_MAX]);

#endif
