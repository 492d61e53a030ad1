/* attest check, where the implementation is a command that fills in case directories. */
#ifndef ATTEST_CLI_BY_COMMAND_H
#define ATTEST_CLI_BY_COMMAND_H

#include "cli/selection.h"
#include "cli/telling.h"

typedef struct by_command_settings {
  const char *command;
  selection_options cases;
  uint64_t seed;
  shard part;     /* of the cases */
  double seconds; /* that it may take for all of them */
} by_command_settings;

/* Writes the cases to a temporary directory, runs the command on it, and judges what it left there, with the arithmetic that t assumes. Tells all that
   fails; for the smallest cases that fail alike the command runs again, on directories of cases that are tried together, for half a minute at most. CHECK_OK whatever the verdict; CHECK_BAD_INPUT if the command cannot be run, or left no case that can be judged. */
check_status by_command(const by_command_settings *settings, telling *t, session_result *result, check_error *error);

#endif
