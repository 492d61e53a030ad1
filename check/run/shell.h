/* A shell command in a process group of its own. */
#ifndef ATTEST_CHECK_SHELL_H
#define ATTEST_CHECK_SHELL_H

#include <sys/types.h>

#include "check/run/question.h"

typedef struct shell {
  pid_t process; /* 0: none */
  int line;      /* its standard input and output; -1: its input is empty, and what it prints goes to standard error */
} shell;

/* Starts /bin/sh on a command. argument: added to it as one word; or NULL. talks: it gets a line. */
check_status shell_start(shell *s, const char *command, const char *argument, bool talks, check_error *error);

/* Waits until the command ends, for so many seconds at most, and then ends what is left of its group. became: how it ended;
   OUTCOME_RETURNED if with status 0. Returns its exit status; -1 if it has none. */
int shell_wait(shell *s, double seconds, outcome *became);

/* Sends a line, to which the end is added, and waits for one, for so many seconds at most. The reply is cut off if it is longer, and a character that
   is not plain ASCII becomes '?'. false: there is none; became says why, and the command has been ended. */
bool shell_ask(shell *s, const char *text, double seconds, char *reply, size_t size, outcome *became);

/* Ends the group. Harmless if there is none. */
void shell_end(shell *s);

#endif
