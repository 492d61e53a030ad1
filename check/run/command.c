#define _POSIX_C_SOURCE 200809L /* NOLINT: reserved for this */
#include "check/run/command.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "check/cases/clock.h"

/* ---- the child */

static _Noreturn void become(const char *line, const char *directory) {
  static const int plain[] = {SIGINT, SIGTERM, SIGHUP, SIGXFSZ, SIGPIPE};
  (void)setpgid(0, 0);
  for (size_t n = 0; n < sizeof plain / sizeof plain[0]; n++) (void)signal(plain[n], SIG_DFL);
  const int nothing = open("/dev/null", O_RDONLY);
  if (nothing >= 0 && dup2(nothing, STDIN_FILENO) >= 0 && dup2(STDERR_FILENO, STDOUT_FILENO) >= 0)
    (void)execl("/bin/sh", "sh", "-c", line, "sh", directory, (char *)NULL);
  _exit(126);
}

static pid_t start(const char *command, const char *directory) {
  const size_t size = strlen(command) + sizeof " \"$1\"";
  char *line = malloc(size);
  if (line == NULL) return -1;
  (void)snprintf(line, size, "%s \"$1\"", command);
  (void)fflush(NULL); /* or the child would print what is still in our buffers */
  const pid_t process = fork();
  if (process == 0) become(line, directory);
  if (process > 0) (void)setpgid(process, process); /* here too: it may be ended before it has run */
  free(line);
  return process;
}

/* ---- the parent */

/* Waits for the end of a process; false if it is still there after so many seconds. */
static bool wait_for(pid_t process, double seconds, int *status) {
  const struct timespec moment = {.tv_nsec = 10000000};
  for (const double until = clock_seconds() + seconds; clock_seconds() < until;) {
    const pid_t ended = waitpid(process, status, WNOHANG);
    if (ended == process) return true;
    if (ended < 0 && errno != EINTR) return false;
    (void)nanosleep(&moment, NULL);
  }
  return false;
}

/* A shell ends with 128 + N when what it ran was ended by signal N. */
static int signal_of(int status) {
  if (WIFSIGNALED(status)) return WTERMSIG(status);
  const int code = WEXITSTATUS(status);
  return code > 128 && code <= 128 + SIGSYS ? code - 128 : 0;
}

static void explain(int status, outcome *result) {
  const int number = signal_of(status), code = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
  result->kind = number != 0 ? OUTCOME_CRASHED : code != 0 ? OUTCOME_EXITED : OUTCOME_RETURNED;
  if (number != 0) (void)snprintf(result->text, sizeof result->text, "%s", strsignal(number));
  else if (code != 0) (void)snprintf(result->text, sizeof result->text, "exit status %d", code);
}

check_status command_run(const temp_dir *directory, const char *command, double seconds, outcome *result, check_error *error) {
  int status = 0;
  *result = (outcome){.kind = OUTCOME_RETURNED};
  const pid_t process = start(command, directory->path);
  if (process < 0) return check_fail(error, CHECK_FAILURE, "cannot start a process for the command: %s", strerror(errno));
  temp_dir_ends_group(directory, process);
  const bool ended = wait_for(process, seconds, &status);
  (void)kill(-process, SIGKILL); /* also what it left running behind it */
  temp_dir_ends_group(directory, 0);
  if (ended) {
    explain(status, result);
    if (WIFEXITED(status) && (WEXITSTATUS(status) == 126 || WEXITSTATUS(status) == 127))
      return check_fail(error, CHECK_BAD_INPUT, "--command: the shell cannot run it: %s", command);
    return CHECK_OK;
  }
  while (waitpid(process, NULL, 0) < 0 && errno == EINTR) continue;
  result->kind = OUTCOME_HUNG;
  (void)snprintf(result->text, sizeof result->text, "not done within %g seconds", seconds);
  return CHECK_OK;
}
