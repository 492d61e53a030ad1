/* A shell command in a session of its own. */
#ifndef ATTEST_CHECK_SHELL_H
#define ATTEST_CHECK_SHELL_H

#include <sys/types.h>

#include "check/run/question.h"

typedef struct shell {
  pid_t process; /* 0: none */
  int line;      /* its standard input and output; -1: its input is empty, and its output goes to standard error, or
                nowhere if it is confined */
} shell;

/* How this program is started to confine a command: PROGRAM SHELL_CONFINED DIRECTORY COMMAND ... */
#define SHELL_CONFINED "confined"

/* Starts /bin/sh on a command. argument: a word to add to the command, or NULL. confined_to: the directory beneath
   which it may write files, and what cli/confine.h says; NULL: it may do what this program may. talks: whether to open
   a line to it. */
check_status shell_start(shell *s, const char *command, const char *argument, const char *confined_to, bool talks,
                         check_error *error);

/* Waits until the command ends, for at most that many seconds, then ends the rest of its group. became:
   OUTCOME_RETURNED if the exit status is 0, else how it ended. Returns its exit status; -1 if it has none. */
int shell_wait(shell *s, double seconds, outcome *became);

/* Sends a line (without its newline) and waits for the reply, for at most that many seconds. A longer reply is cut off,
   and a character that is not plain ASCII becomes '?'. Returns false if there is no reply, or if a line came before the
   question: became says why, and the command has been ended. */
bool shell_ask(shell *s, const char *text, double seconds, char *reply, size_t size, outcome *became);

/* Ends the group, if there is one. */
void shell_end(shell *s);

#endif
