/* Which generated cases a command line asks for. */
#ifndef ATTEST_CLI_SELECTION_H
#define ATTEST_CLI_SELECTION_H

#include <stddef.h>

#include "check/cases/suite.h"

/* The type that an option names. */
check_status selection_dtype(const char *option, const char *name, attest_dtype *dtype, check_error *error);

typedef enum selection_suite { SELECTION_QUICK, SELECTION_FULL, SELECTION_CONVENTIONS } selection_suite;

/* The suite of the value of --suite; quick if not given (NULL). */
check_status selection_suite_of(const char *name, selection_suite *of, check_error *error);

/* The values of the options; NULL where not given. */
typedef struct selection_options {
  const char *suite; /* "quick", "full" or "conventions" */
  const char *dtype; /* one type only */
  const char *count; /* so many of each type */
  const char *text;  /* instead: one case, as a recipe */
} selection_options;

typedef struct selection {
  recipe *cases;
  size_t count;
} selection; /* whole, whatever share of it is asked for: a case has the same number in every share */

/* The cases asked for, in the order of attest check: all of a type, then the large ones, type by type. Free with selection_free, also after a
   failure: CHECK_BAD_INPUT for a value that is none of those expected. */
check_status selection_make(const selection_options *given, const suite *from, selection *s, check_error *error);

void selection_free(selection *s);

#endif
