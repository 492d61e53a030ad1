/* The options that select generated cases. */
#ifndef ATTEST_CLI_SELECTION_H
#define ATTEST_CLI_SELECTION_H

#include "check/cases/suite.h"

/* Reads the type of an option. */
check_status selection_dtype(const char *option, const char *name, attest_dtype *dtype, check_error *error);

/* Names of the types and of the suites, for completion. */
const char *selection_dtype_name(size_t n);
const char *selection_suite_name(size_t n);

/* Reads the value of --suite; NULL (not given): quick. */
check_status selection_suite_of(const char *name, suite_kind *of, check_error *error);

/* Reads the value of --seed: 1 if not given; "random" draws one and prints it. */
check_status selection_seed(const char *text, uint64_t *seed, check_error *error);

/* The values of the options; NULL if not given. */
typedef struct selection_options {
  const char *suite; /* "quick", "full" or "conventions" */
  const char *dtype; /* one type only */
  const char *count; /* at most so many of each type */
} selection_options;

/* Makes the selected cases, of everything that files can hold, type by type. Free with suite_free, also after a
   failure. Fails with CHECK_BAD_INPUT for an unexpected value. */
check_status selection_make(const selection_options *given, uint64_t seed, suite *made, check_error *error);

#endif
