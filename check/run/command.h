/* A command that answers a directory of cases. */
#ifndef ATTEST_CHECK_COMMAND_H
#define ATTEST_CHECK_COMMAND_H

#include "check/run/question.h"

typedef struct command_run {
  const char *line; /* for a shell, without the directory */
  double seconds;   /* that one run may take */
  arena *memory;    /* in which cases are made */
} command_run;

/* Writes the cases of the questions to a temporary directory, runs "LINE DIRECTORY" with /bin/sh in a process group of its own (standard input is empty,
   what it prints goes to standard error), and tells the listener what it left. The inputs are made anew: whatever became of the files, it is the problem that
   was asked. Where the command fails half-way, the first case that it left unanswered is told with the reason, and the command is run again on
   the rest, a few times. When this returns, no process of the group is left.
   CHECK_BAD_INPUT if the shell cannot find or run the command, or it fails before it has answered anything. */
check_status command_answer(const command_run *of, const question *questions, size_t count, question_listener *listener, void *context,
                            check_error *error);

#endif
