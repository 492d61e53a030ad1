/* Parses the command line of one command: options with values, --help, and operands. */
#ifndef ATTEST_CLI_ARGUMENTS_H
#define ATTEST_CLI_ARGUMENTS_H

#include <stddef.h>

#include "check/cases/error.h"

#define ARGUMENTS_FLAG 1

typedef struct value_option {
  const char *name; /* --name VALUE */
  char letter;      /* -l VALUE, or 0; ARGUMENTS_FLAG: --name alone, with value "yes" */
  const char **value;
} value_option;

/* Sets the values of the given options (others stay unchanged) and *operand; errors call it `what`. --help prints help
   and sets *operand to NULL: the command is then done. An operand in brackets, "[name]", is optional: "" if missing.
   Fails with CHECK_BAD_INPUT for anything else. */
check_status arguments_read(int argc, char **argv, const char *help, const value_option *options, size_t count,
                            const char *what, const char **operand, check_error *error);

/* The same where one option, `instead`, can replace the operand: exactly one of the two is expected, and *operand is
   its value. */
check_status arguments_read_either(int argc, char **argv, const char *help, const value_option *options, size_t count,
                                   const char *what, const value_option *instead, const char **operand,
                                   check_error *error);

/* The same with one operand or more: *operands points to *found of them. After --help *found is 0. */
check_status arguments_read_many(int argc, char **argv, const char *help, const value_option *options, size_t count,
                                 const char *what, char ***operands, size_t *found, check_error *error);

/* Reads the number of --option, low .. high. text NULL leaves *number unchanged. */
check_status arguments_number(const char *option, const char *text, double low, double high, double *number,
                              check_error *error);

/* Checks that --option names a file that can be read; NULL: not given. */
check_status arguments_file(const char *option, const char *path, check_error *error);

#endif
