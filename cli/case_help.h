/* The keys of a case, for 'attest check --help case'. */
#ifndef ATTEST_CLI_CASE_HELP_H
#define ATTEST_CLI_CASE_HELP_H

#include <stdbool.h>

/* Whether the arguments of a command are --help case; prints the keys then. */
bool case_help(int argc, char **argv);

#endif
