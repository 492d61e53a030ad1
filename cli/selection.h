/* Which generated cases a command line asks for. */
#ifndef ATTEST_CLI_SELECTION_H
#define ATTEST_CLI_SELECTION_H

#include <stddef.h>

#include "check/suite.h"

/* The type that an option names. */
check_status selection_dtype(const char *option, const char *name, attest_dtype *dtype, check_error *error);

/* Whether the value of --suite is full, rather than quick or not given (NULL). */
check_status selection_is_full(const char *name, bool *full, check_error *error);

/* The values of the options; NULL where not given. */
typedef struct selection_options {
  const char *suite; /* "quick" or "full" */
  const char *dtype; /* one type only */
  const char *count; /* so many of each type */
  const char *text;  /* instead: one case, as a recipe */
} selection_options;

typedef struct selection {
  recipe *cases;
  size_t count;
} selection;

/* The cases asked for, in the order of attest check: all of a type, then the large ones, type by type. Free with selection_free, also after a
   failure: CHECK_BAD_INPUT for a value that is none of those expected. */
check_status selection_make(const selection_options *given, const suite *from, selection *s, check_error *error);

void selection_free(selection *s);

#endif
