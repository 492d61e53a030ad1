/* The options --accept and --refuse, and the printing of conventions found. */
#ifndef ATTEST_CLI_CONVENTIONS_H
#define ATTEST_CLI_CONVENTIONS_H

#include <jansson.h>

#include "check/run/tally.h"

#define CONVENTIONS_HELP                                                                                               \
  "  --accept NAMES        conventions that the candidate may follow: names with commas between them, or all\n"        \
  "  --refuse NAMES        conventions that fail the candidate, in the same form; --accept wins over --refuse\n"

/* The values of --accept and --refuse; NULL if not given. */
typedef struct convention_options {
  const char *accept, *refuse;
  convention_policy policy;
} convention_options;

#define CONVENTIONS_VALUES(given)                                                                                      \
  {"accept", 0, &(given).accept}, { "refuse", 0, &(given).refuse }

/* Reads the values. Fails with CHECK_BAD_INPUT for an unknown name. */
check_status conventions_read(convention_options *given, check_error *error);

/* Prints every convention: its name, its meaning, the definition's answer, and the mutant that follows it. Appends an
   object for each to rows. */
void conventions_list(json_t *rows);

/* Prints a line for each convention that was followed: in how many of the cases where it shows, and the first of them;
   for an inconsistent one, also the first case where it is not followed. Then prints all names on one line. Prints
   nothing if none was followed. can_refuse: whoever answered could have returned ATTEST_UNSUPPORTED. */
void conventions_tell(const tally *found, bool can_refuse);

/* Adds the conventions of a verdict to its object: the lists of names followed and broken, if not empty. */
void conventions_describe(json_t *document, const verdict *v);

/* The facts that conventions_tell prints, as an array of objects. */
json_t *conventions_document(const tally *found);

#endif
