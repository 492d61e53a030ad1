/* The options by which a command line says what is made of conventions, and what is printed of those found. */
#ifndef ATTEST_CLI_CONVENTIONS_H
#define ATTEST_CLI_CONVENTIONS_H

#include <jansson.h>

#include "check/run/tally.h"

#define CONVENTIONS_HELP                                                                                                                   \
  "  --accept NAMES        conventions (with commas between them) that may be followed instead of what the case states\n"                  \
  "  --refuse NAMES        what follows one of these, or of all, is wrong; what is in both is accepted\n"

/* The values of --accept and --refuse; NULL where not given. */
typedef struct convention_options {
  const char *accept, *refuse;
  convention_policy policy;
} convention_options;

#define CONVENTIONS_VALUES(given)                                                                                                          \
  {"accept", 0, &(given).accept}, { "refuse", 0, &(given).refuse }

/* Reads the values. CHECK_BAD_INPUT for a name that is none. */
check_status conventions_read(convention_options *given, check_error *error);

/* Prints every convention: its name, its meaning, what the definition has instead, and who follows it in the zoo. Adds an object of each to rows. */
void conventions_list(json_t *rows);

/* A line for each convention that was followed: in how many of the cases where it shows, and the first of them; for one that is inconsistent, where not. Then all
   names on one line. Nothing if none was followed. */
void conventions_tell(const tally *found);

/* Adds the conventions of a verdict to its object: lists of names, followed and broken, those that are not empty. */
void conventions_describe(json_t *document, const verdict *v);

/* The same as conventions_tell prints, as an array of objects. */
json_t *conventions_document(const tally *found);

#endif
