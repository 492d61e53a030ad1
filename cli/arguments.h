/* Parses the command line of one command: options with values, --help, and operands. */
#ifndef ATTEST_CLI_ARGUMENTS_H
#define ATTEST_CLI_ARGUMENTS_H

#include <stddef.h>

#include "check/cases/error.h"
#include "check/cases/names.h"

#define ARGUMENTS_FLAG 1
#define ARGUMENTS_LIST 2

/* First argument of a command: it prints, one on each line, what the last argument can become, and does nothing else.
   The completion of the shells (complete.bash, complete.zsh) asks for it. */
#define ARGUMENTS_COMPLETE "--complete"

typedef struct value_option {
  const char *name; /* --name VALUE; of an operand, what errors call it */
  char letter;      /* -l VALUE, or 0; ARGUMENTS_FLAG: --name alone, with value "yes"; ARGUMENTS_LIST: --name V,V,.. */
  const char **value;
  names_list *names; /* the values to complete; NULL: files */
} value_option;

/* Sets the values of the given options (others stay unchanged) and of the operand. --help prints help, and
   ARGUMENTS_COMPLETE what fits; both set the operand to NULL: the command is then done. An operand in brackets,
   "[name]", is optional: "" if missing. Fails with CHECK_BAD_INPUT for anything else. */
check_status arguments_read(int argc, char **argv, const char *help, const value_option *options, size_t count,
                            const value_option *operand, check_error *error);

/* The same where one option, `instead`, can replace the operand: exactly one of the two is expected, and the operand
   gets its value. */
check_status arguments_read_either(int argc, char **argv, const char *help, const value_option *options, size_t count,
                                   const value_option *operand, const value_option *instead, check_error *error);

/* The same with one operand or more: *operands points to *found of them. If the command is done, *found is 0. */
check_status arguments_read_many(int argc, char **argv, const char *help, const value_option *options, size_t count,
                                 const char *what, char ***operands, size_t *found, check_error *error);

/* Reads the number of --option, low .. high. text NULL leaves *number unchanged. */
check_status arguments_number(const char *option, const char *text, double low, double high, double *number,
                              check_error *error);

/* Checks that --option names a file that can be read; NULL: not given. */
check_status arguments_file(const char *option, const char *path, check_error *error);

/* Prints each name that begins as `typed` does from its character `kept` on, after the characters before that. */
void arguments_offer(const char *typed, size_t kept, names_list *names);

#endif
