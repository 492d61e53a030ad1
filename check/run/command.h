/* A command that answers a directory of cases. */
#ifndef ATTEST_CHECK_COMMAND_H
#define ATTEST_CHECK_COMMAND_H

#include "check/run/candidate.h"

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

#endif
