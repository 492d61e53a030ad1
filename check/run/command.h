/* A command that answers a directory of cases. */
#ifndef ATTEST_CHECK_COMMAND_H
#define ATTEST_CHECK_COMMAND_H

#include "check/run/candidate.h"

/* Of a command, as a shell line without the directory. name: as people are told it.
   To answer, the cases of the questions are written to a temporary directory, and "LINE DIRECTORY" is run with /bin/sh in a process group of its own (standard input is
   empty, what it prints goes to standard error); the listener is told what it left. The inputs are made anew: whatever became of the files, it is the problem that
   was asked. Where the command fails half-way, the first case that it left unanswered is told with the reason, and the command is run again on the rest, a few
   times. When the answers are told, no process of the group is left.
   Answering fails with CHECK_BAD_INPUT if the shell cannot find or run the command, or it fails before it has answered anything of several cases. */
candidate candidate_of_command(const char *name, const char *command);

#endif
