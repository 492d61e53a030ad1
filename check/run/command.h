/* A command that answers a directory of cases. README.md describes the protocol. */
#ifndef ATTEST_CHECK_COMMAND_H
#define ATTEST_CHECK_COMMAND_H

#include "check/cases/temp_dir.h"
#include "check/run/candidate.h"
#include "check/run/shell.h"

/* The candidate made of a command. command: a shell line, to which the path of a directory is added; name: the name in
   reports.
   The cases of the questions are written to a temporary directory, and /bin/sh runs the command in a process group of
   its own. Its standard input is empty, and its output goes to standard error. The listener receives the answers that
   the command left, judged against the original problems even if the command changed the input files. If the command
   fails half-way, the first case without an answer is reported with the reason, and the command runs again on the rest,
   a few times. No process of the group is left at the end.
   Answering fails with CHECK_BAD_INPUT if the shell cannot run the command, or if the command fails on several cases
   before it has answered any. */
candidate candidate_of_command(const char *name, const char *command);

/* A command that serves: it starts once, without a directory, and answers line by line. Zero-initialise before the
   first question; call command_server_end after the last. */
typedef struct command_server {
  shell of;
  temp_dir directory; /* one sub-directory for each batch of cases */
  size_t batches;
  outcome failed; /* how it ended or hung; it receives no more questions */
} command_server;

/* The candidate made of a command that serves. Each case that it has answered stays ready for timing. */
candidate candidate_of_server(const char *name, const char *command, command_server *server);

/* Sends a line to which the reply is "done". *seconds: from the line to the reply (process_watch). Returns false if
   another reply came, or none: became says how. */
bool command_ask(const candidate *c, const char *line, double *seconds, outcome *became);

/* Ends the process and removes the cases. */
void command_server_end(command_server *s);

#endif
