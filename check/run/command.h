/* A command that answers a directory of cases. README.md has what it is told and what it does. */
#ifndef ATTEST_CHECK_COMMAND_H
#define ATTEST_CHECK_COMMAND_H

#include "check/cases/temp_dir.h"
#include "check/run/candidate.h"
#include "check/run/shell.h"

/* The candidate that is a command. command: a shell line, to which the path of a directory is added; name: how people
   are told of it.
   It answers so: the cases of the questions are written to a temporary directory, and /bin/sh runs the command in a
   process group of its own. Its standard input is empty; what it prints goes to standard error. The listener is told
   the answers that the command left. They are judged against the problems that were asked, whatever the files of the
   inputs have become. If the command fails half-way, its first case without an answer is told with the reason, and the
   command is run again on the rest, a few times. No process of the group is left at the end.
   Answering fails with CHECK_BAD_INPUT if the shell cannot run the command, or if the command fails on several cases
   before it has answered any. */
candidate candidate_of_command(const char *name, const char *command);

/* A command that serves: it is started once, without a directory, and is asked by lines. All zero before
   the first question; command_server_end after the last. */
typedef struct command_server {
  shell of;
  temp_dir directory; /* of its batches of cases, a sub-directory each */
  size_t batches;
  outcome failed; /* it ended, or did not reply in time: it is asked nothing more */
} command_server;

/* The same command as one that serves. What it has answered stays ready for command_time. */
candidate candidate_of_server(const char *name, const char *command, command_server *server);

/* Seconds of CPU time that so many calls take on a case that it has answered. path: as in struct answered.
   false: it failed; became says how. */
bool command_time(const candidate *c, const char *path, int64_t calls, double *seconds, outcome *became);

/* Ends the process and removes the cases. */
void command_server_end(command_server *s);

#endif
