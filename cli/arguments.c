#include "cli/arguments.h"

#include <getopt.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check/cases/nearest.h"

#define MAX_OPTIONS 24
#define FIRST_VALUE 256 /* past every letter */

static check_status bad_usage(const char *command, const char *what, const char *which, check_error *error) {
  return check_fail(error, CHECK_BAD_INPUT, "%s%s; 'attest %s --help' shows the usage", what, which, command);
}

/* --name, --name=value: compares the name with those of the options. */
static check_status unknown_option(const char *command, const char *word, const value_option *options, size_t count,
                                   check_error *error) {
  const char *const name = word + strspn(word, "-");
  nearest near = nearest_to(name, strcspn(name, "="));
  nearest_try(&near, "help");
  for (size_t i = 0; i < count; i++) nearest_try(&near, options[i].name);
  if (near.name == NULL) return bad_usage(command, "unknown option ", word, error);
  return check_fail(error, CHECK_BAD_INPUT, "unknown option %s, did you mean --%s? 'attest %s --help' shows the usage",
                    word, near.name, command);
}

/* Finds the index of the option that getopt_long returned; count if none. */
static size_t find_option(int found, const value_option *options, size_t count) {
  size_t i = 0;
  while (i < count && found != FIRST_VALUE + (int)i && (options[i].letter == 0 || found != options[i].letter)) i++;
  return i;
}

/* ---- completion */

void arguments_offer(const char *typed, size_t kept, names_list *names) {
  const size_t length = strlen(typed + kept);
  for (size_t n = 0; names(n) != NULL; n++)
    if (strncmp(names(n), typed + kept, length) == 0) (void)printf("%.*s%s\n", (int)kept, typed, names(n));
}

/* Finds the option with a value that the first `length` characters of a word name; NULL if none. */
static const value_option *valued_option(const char *word, size_t length, const value_option *options, size_t count) {
  for (size_t i = 0; i < count; i++) {
    if (options[i].letter == ARGUMENTS_FLAG) continue;
    if (length == 2 && word[0] == '-' && word[1] == options[i].letter) return &options[i];
    if (strncmp(word, "--", 2) == 0 && strlen(options[i].name) + 2 == length &&
        strncmp(word + 2, options[i].name, length - 2) == 0)
      return &options[i];
  }
  return NULL;
}

static void offer_options(const char *typed, const value_option *options, size_t count) {
  const char *const start = typed + strspn(typed, "-");
  for (size_t i = 0; i <= count; i++) {
    const char *const name = i < count ? options[i].name : "help";
    if (strncmp(name, start, strlen(start)) == 0) (void)printf("--%s\n", name);
  }
}

/* Prints what the last argument can become: a value, after --name=, --name or -l; an option; else an operand. */
static void complete(int argc, char **argv, const value_option *options, size_t count, const value_option *operand) {
  const char *const typed = argv[argc - 1], *const before = argv[argc - 2];
  const bool joined = strncmp(typed, "--", 2) == 0 && strchr(typed, '=') != NULL;
  size_t kept = joined ? strcspn(typed, "=") + 1 : 0;
  const value_option *of =
      joined ? valued_option(typed, kept - 1, options, count) : valued_option(before, strlen(before), options, count);
  if (of == NULL && typed[0] == '-') {
    offer_options(typed, options, count);
    return;
  }
  if (of == NULL) of = operand;
  const char *const comma = of->letter == ARGUMENTS_LIST ? strrchr(typed + kept, ',') : NULL;
  if (comma != NULL) kept = (size_t)(comma + 1 - typed);
  if (of->names != NULL) arguments_offer(typed, kept, of->names);
}

/* ---- reading */

/* Sets the values. *done: --help or ARGUMENTS_COMPLETE was given, and answered. The operands begin at optind. */
static check_status read_options(int argc, char **argv, const char *help, const value_option *options, size_t count,
                                 const value_option *operand, bool *done, check_error *error) {
  struct option names[MAX_OPTIONS + 2] = {{"help", no_argument, NULL, 'h'}};
  char letters[2 * MAX_OPTIONS + 3] = ":h";
  bool given[MAX_OPTIONS] = {false};
  size_t used = 2;
  for (size_t i = 0; i < count && i < MAX_OPTIONS; i++) {
    const bool flag = options[i].letter == ARGUMENTS_FLAG;
    names[i + 1] = (struct option){options[i].name, flag ? no_argument : required_argument, NULL, FIRST_VALUE + (int)i};
    if (options[i].letter == 0 || options[i].letter == ARGUMENTS_LIST || flag) continue;
    letters[used++] = options[i].letter;
    letters[used++] = ':';
  }
  *done = argc > 2 && strcmp(argv[1], ARGUMENTS_COMPLETE) == 0;
  if (*done) {
    complete(argc, argv, options, count, operand);
    return CHECK_OK;
  }
  opterr = 0;
  optind = 0;
  for (int found = 0; (found = getopt_long(argc, argv, letters, names, NULL)) != -1;) {
    if (found == 'h') {
      (void)fputs(help, stdout);
      *done = true;
      return CHECK_OK;
    }
    if (found == ':') return bad_usage(argv[0], "missing value after ", argv[optind - 1], error);
    const size_t option = find_option(found, options, count);
    if (option == count) return unknown_option(argv[0], argv[optind - 1], options, count, error);
    if (given[option])
      return check_fail(error, CHECK_BAD_INPUT, "--%s: expected once; 'attest %s --help' shows the usage",
                        options[option].name, argv[0]);
    given[option] = true;
    *options[option].value = optarg != NULL ? optarg : "yes";
  }
  return CHECK_OK;
}

check_status arguments_read_either(int argc, char **argv, const char *help, const value_option *options, size_t count,
                                   const value_option *operand, const value_option *instead, check_error *error) {
  const char *const what = operand->name;
  bool done;
  *operand->value = NULL;
  const check_status status = read_options(argc, argv, help, options, count, operand, &done, error);
  if (status != CHECK_OK || done) return status;
  if (optind == argc && what[0] == '[') {
    *operand->value = "";
    return CHECK_OK;
  }
  const bool replaced = instead != NULL && *instead->value != NULL;
  if (optind == argc && !replaced) return bad_usage(argv[0], "missing ", what, error);
  if (optind < argc && replaced)
    return check_fail(error, CHECK_BAD_INPUT, "expected no %s with --%s, found %s; 'attest %s --help' shows the usage",
                      what, instead->name, argv[optind], argv[0]);
  if (optind + 1 < argc)
    return check_fail(error, CHECK_BAD_INPUT, "expected one %s, also found %s; 'attest %s --help' shows the usage",
                      what, argv[optind + 1], argv[0]);
  *operand->value = replaced ? *instead->value : argv[optind];
  return CHECK_OK;
}

check_status arguments_read(int argc, char **argv, const char *help, const value_option *options, size_t count,
                            const value_option *operand, check_error *error) {
  return arguments_read_either(argc, argv, help, options, count, operand, NULL, error);
}

check_status arguments_read_many(int argc, char **argv, const char *help, const value_option *options, size_t count,
                                 const char *what, char ***operands, size_t *found, check_error *error) {
  const value_option operand = {what, 0, NULL, NULL};
  bool done;
  *found = 0;
  const check_status status = read_options(argc, argv, help, options, count, &operand, &done, error);
  if (status != CHECK_OK || done) return status;
  if (optind == argc) return bad_usage(argv[0], "missing ", what, error);
  *operands = argv + optind;
  *found = (size_t)(argc - optind);
  return CHECK_OK;
}

check_status arguments_number(const char *option, const char *text, double low, double high, double *number,
                              check_error *error) {
  char *end;
  if (text == NULL) return CHECK_OK;
  *number = strtod(text, &end);
  if (*text != '\0' && *end == '\0' && *number >= low && *number <= high) return CHECK_OK;
  return check_fail(error, CHECK_BAD_INPUT, "--%s: expected a number from %g to %g, found %s", option, low, high, text);
}

check_status arguments_file(const char *option, const char *path, check_error *error) {
  if (path == NULL || access(path, R_OK) == 0) return CHECK_OK;
  return check_fail(error, CHECK_BAD_INPUT, "--%s: expected a file that can be read, found %s", option, path);
}
