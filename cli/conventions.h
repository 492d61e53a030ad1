/* The options --accept and --refuse, and the printing of conventions found. */
#ifndef ATTEST_CLI_CONVENTIONS_H
#define ATTEST_CLI_CONVENTIONS_H

#include <jansson.h>

#include "check/run/tally.h"

#define CONVENTIONS_HELP                                                                                               \
  "  --accept NAMES        conventions that the candidate may follow: comma-separated names, or all\n"                 \
  "  --refuse NAMES        conventions that fail the candidate, in the same form; --accept wins over --refuse\n"

/* The values of --accept and --refuse; NULL if not given. */
typedef struct convention_options {
  const char *accept, *refuse;
  convention_policy policy;
} convention_options;

#define CONVENTIONS_VALUES(given)                                                                                      \
  {"accept", ARGUMENTS_LIST, &(given).accept, conventions_name}, {                                                     \
    "refuse", ARGUMENTS_LIST, &(given).refuse, conventions_name                                                        \
  }

/* Reads the values. Fails with CHECK_BAD_INPUT for an unknown name. */
check_status conventions_read(convention_options *given, check_error *error);

/* "all", then the name of each convention. */
const char *conventions_name(size_t n);

/* Prints every convention: its name, its meaning, the definition's answer, and the mutant that follows it. Appends an
   object for each to rows. */
void conventions_list(json_t *rows);

#endif
