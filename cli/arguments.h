/* The command line of one command: options with values, --help, and one operand. */
#ifndef ATTEST_CLI_ARGUMENTS_H
#define ATTEST_CLI_ARGUMENTS_H

#include <stddef.h>

#include "check/cases/error.h"

#define ARGUMENTS_FLAG 1

typedef struct value_option {
  const char *name; /* --name VALUE */
  char letter;      /* -l VALUE, or 0; or ARGUMENTS_FLAG: --name alone, and its value is "yes" */
  const char **value;
} value_option;

/* Sets the values of the options that are given (the others stay as they are) and *operand, which is called what; or prints help for
   --help, and *operand is NULL: there is nothing else to do. In brackets, as "[name]", the operand may be left out: it is "" then.
   CHECK_BAD_INPUT for anything else. */
check_status arguments_read(int argc, char **argv, const char *help, const value_option *options, size_t count, const char *what,
                            const char **operand, check_error *error);

/* The same where one option, which is given as instead, stands for the operand: exactly one of the two is expected, and *operand is its value. */
check_status arguments_read_either(int argc, char **argv, const char *help, const value_option *options, size_t count, const char *what,
                                   const value_option *instead, const char **operand, check_error *error);

/* The same where one operand or more are expected: *operands points to *found of them. --help: *found is 0. */
check_status arguments_read_many(int argc, char **argv, const char *help, const value_option *options, size_t count, const char *what,
                                 char ***operands, size_t *found, check_error *error);

/* Reads the value of --option, from low to high; NULL leaves *number as it is. */
check_status arguments_number(const char *option, const char *text, double low, double high, double *number, check_error *error);

#endif
