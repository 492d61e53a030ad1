/* A command that answers a whole directory of cases. */
#ifndef ATTEST_CHECK_COMMAND_H
#define ATTEST_CHECK_COMMAND_H

#include "check/run/candidate.h"
#include "check/cases/temp_dir.h"

/* Runs "COMMAND DIRECTORY" with /bin/sh, once, in a process group of its own: standard input is empty, and what it prints goes to standard error.
   OUTCOME_RETURNED: exit status 0; _EXITED: another; _CRASHED: it, or what it ran last, ended by a signal; _HUNG: ended after so many seconds. All
   but the first say so in text. When this returns, no process of the group is left. CHECK_BAD_INPUT if the shell cannot find or run the command. */
check_status command_run(const temp_dir *directory, const char *command, double seconds, outcome *result, check_error *error);

#endif
