#define _GNU_SOURCE /* NOLINT: SOCK_CLOEXEC */
#include "check/run/shell.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "check/cases/clock.h"
#include "check/cases/printable.h"
#include "check/run/process.h"

/* ---- start */

/* Runs in the child. line: its end of the connection, or -1: what the command prints goes to standard error then, and
   is lost if the command is confined. */
static _Noreturn void become(const char *text, const char *argument, const char *confined_to, int line) {
  static const int plain[] = {SIGINT, SIGTERM, SIGHUP, SIGXFSZ, SIGPIPE};
  for (size_t n = 0; n < sizeof plain / sizeof plain[0]; n++) (void)signal(plain[n], SIG_DFL);
  const int input = line >= 0 ? line : open("/dev/null", O_RDONLY);
  const int output = line >= 0 ? line : confined_to != NULL ? open("/dev/null", O_WRONLY) : STDERR_FILENO;
  if (input < 0 || output < 0 || dup2(input, STDIN_FILENO) < 0 || dup2(output, STDOUT_FILENO) < 0) _exit(126);
  if (confined_to != NULL) (void)close_range(STDERR_FILENO + 1, UINT_MAX, CLOSE_RANGE_CLOEXEC);
  if (confined_to == NULL) (void)execl("/bin/sh", "sh", "-c", text, "sh", argument, (char *)NULL);
  else
    (void)execl("/proc/self/exe", "attest", SHELL_CONFINED, confined_to, "/bin/sh", "-c", text, "sh", argument,
                (char *)NULL);
  _exit(126);
}

static check_status no_process(check_error *error) {
  return check_fail(error, CHECK_FAILURE, "cannot start a process for the command: %s", strerror(errno));
}

static check_status start(shell *s, const char *text, const char *argument, const char *confined_to, bool talks,
                          check_error *error) {
  int ends[2] = {-1, -1};
  if (talks && socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return no_process(error);
  const pid_t process = process_start();
  if (process == 0) become(text, argument, confined_to, ends[1]);
  if (talks) (void)close(ends[1]);
  *s = (shell){.process = process, .line = ends[0]};
  if (process > 0) return CHECK_OK;
  if (talks) (void)close(ends[0]);
  *s = (shell){.line = -1};
  return no_process(error);
}

check_status shell_start(shell *s, const char *command, const char *argument, const char *confined_to, bool talks,
                         check_error *error) {
  static const char word[] = " \"$1\"";
  const size_t size = strlen(command) + sizeof word;
  char *const text = malloc(size);
  *s = (shell){.line = -1};
  if (text == NULL) return check_fail(error, CHECK_FAILURE, "not enough memory for the command");
  (void)snprintf(text, size, "%s%s", command, argument != NULL ? word : "");
  const check_status status = start(s, text, argument, confined_to, talks, error);
  free(text);
  return status;
}

/* ---- end */

/* A shell exits with 128 + N when signal N ended its command. */
static int signal_of(int status) {
  if (WIFSIGNALED(status)) return WTERMSIG(status);
  const int code = WEXITSTATUS(status);
  return code > 128 && code <= 128 + SIGSYS ? code - 128 : 0;
}

static void explain(int status, outcome *became) {
  const int number = signal_of(status), code = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
  *became = (outcome){.kind = number != 0 ? OUTCOME_CRASHED : code != 0 ? OUTCOME_EXITED : OUTCOME_RETURNED};
  if (number != 0) (void)snprintf(became->text, sizeof became->text, "%s", strsignal(number));
  else if (code != 0) (void)snprintf(became->text, sizeof became->text, "exit status %d", code);
}

static outcome hung(double seconds) {
  outcome o = {.kind = OUTCOME_HUNG};
  (void)snprintf(o.text, sizeof o.text, "not done within %g seconds", seconds);
  return o;
}

/* Whether the process ends within that many seconds. */
static bool ends_within(pid_t process, double seconds, int *status) {
  const struct timespec moment = {.tv_nsec = 10000000};
  for (const double until = clock_seconds() + seconds; clock_seconds() < until;) {
    const pid_t ended = waitpid(process, status, WNOHANG);
    if (ended == process) return true;
    if (ended < 0 && errno != EINTR) return false;
    (void)nanosleep(&moment, NULL);
  }
  return false;
}

/* Ends the group. waited: its first process has already been waited for. */
static void end(shell *s, bool waited) {
  if (s->process <= 0) return;
  if (s->line >= 0) (void)close(s->line);
  (void)process_end(s->process, waited);
  *s = (shell){.line = -1};
}

int shell_wait(shell *s, double seconds, outcome *became) {
  int status = 0;
  const bool ended = ends_within(s->process, seconds, &status);
  end(s, ended);
  if (ended) explain(status, became);
  else *became = hung(seconds);
  return ended && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

void shell_end(shell *s) { end(s, false); }

/* ---- a question and its reply */

static bool send_line(const shell *s, const char *text) {
  for (size_t length = strlen(text); length > 0;) {
    const ssize_t sent = send(s->line, text, length, MSG_NOSIGNAL);
    if (sent <= 0) return false;
    text += sent;
    length -= (size_t)sent;
  }
  return send(s->line, "\n", 1, MSG_NOSIGNAL) == 1;
}

/* Receives one line without its newline; false if none comes in time. *late: the time is over. */
static bool receive_line(const shell *s, double seconds, char *reply, size_t size, bool *late) {
  const double until = clock_seconds() + seconds;
  size_t length = 0;
  for (;;) {
    char c;
    struct pollfd ready = {.fd = s->line, .events = POLLIN};
    const double left = fmin(until - clock_seconds(), 1e6);
    const int polled = left > 0 ? poll(&ready, 1, (int)(1e3 * left)) : 0;
    if (polled < 0 && errno == EINTR) continue;
    *late = polled == 0;
    if (*late || recv(s->line, &c, 1, 0) != 1) return false;
    if (c == '\n') break;
    if (length + 1 < size) reply[length++] = (char)(c >= ' ' && c < 127 ? c : '?');
  }
  reply[length] = '\0';
  return true;
}

/* Whether there is a line that nothing asked for: a reply of two lines, for instance. What follows would be taken for
   the reply to the next question. */
static bool has_spoken(const shell *s, outcome *became) {
  char text[100];
  struct pollfd ready = {.fd = s->line, .events = POLLIN};
  const ssize_t length = poll(&ready, 1, 0) > 0 ? recv(s->line, text, sizeof text - 1, MSG_DONTWAIT) : 0;
  if (length <= 0) return false;
  text[length] = '\0';
  text[strcspn(text, "\n")] = '\0';
  printable(text);
  *became = (outcome){.kind = OUTCOME_MALFORMED};
  (void)snprintf(became->text, sizeof became->text,
                 "expected one line in reply to each request, found another line: %s", text);
  return true;
}

/* Seconds for a command to end after it closed its line. */
#define TO_END 2.0

bool shell_ask(shell *s, const char *text, double seconds, char *reply, size_t size, outcome *became) {
  bool late = false;
  *became = (outcome){.kind = OUTCOME_RETURNED};
  if (has_spoken(s, became)) {
    shell_end(s);
    return false;
  }
  if (send_line(s, text) && receive_line(s, seconds, reply, size, &late)) return true;
  if (late) {
    shell_end(s);
    *became = hung(seconds);
    return false;
  }
  (void)shell_wait(s, TO_END, became);
  if (became->kind == OUTCOME_RETURNED)
    *became = (outcome){.kind = OUTCOME_EXITED, .text = "the command ended before it replied"};
  return false;
}
