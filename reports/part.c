#define _GNU_SOURCE /* NOLINT: reserved for this; pipe2 */
#include "reports/part.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check/cases/case.h"
#include "check/cases/clock.h"
#include "check/cases/json.h"
#include "check/cases/printable.h"

enum { WORDS = 24, COMMAND_MAX = 160 + PART_OPERANDS * CASE_PATH_MAX };

/* The results of a part in the temporary directory, removed when they are read. */
static const char results[] = "part.json";

/* The end of what a part said on its standard error: it may say any amount. */
typedef struct said {
  char text[600];
  size_t length;
} said;

/* What is run. words: the command, which is cut in pieces; operands: room for those. */
static void arrange(const part *p, char *directory, char *json, char *words,
                    char operands[PART_OPERANDS][CASE_PATH_MAX], char *argv[WORDS]) {
  static char json_option[] = "--json", csv_option[] = "--csv", plot_option[] = "-o", first[] = "attest";
  int count = 0;
  char *state;
  argv[count++] = first;
  for (char *word = strtok_r(words, " ", &state); word != NULL && count < WORDS - 7 - PART_OPERANDS;
       word = strtok_r(NULL, " ", &state))
    argv[count++] = word;
  for (int n = 0; n < PART_OPERANDS && p->operand[n] != NULL; n++) {
    (void)snprintf(operands[n], CASE_PATH_MAX, "%s", p->operand[n]);
    argv[count++] = operands[n];
  }
  argv[count++] = json_option;
  argv[count++] = json;
  if (p->draws) {
    argv[count++] = csv_option;
    argv[count++] = directory;
    argv[count++] = plot_option;
    argv[count++] = directory;
  }
  argv[count] = NULL;
}

static check_status start(const char *program, char *const argv[], int complaints, pid_t *process, check_error *error) {
  posix_spawn_file_actions_t files;
  posix_spawnattr_t how;
  if (posix_spawn_file_actions_init(&files) != 0)
    return check_fail(error, CHECK_FAILURE, "not enough memory for a process");
  if (posix_spawnattr_init(&how) != 0) {
    (void)posix_spawn_file_actions_destroy(&files);
    return check_fail(error, CHECK_FAILURE, "not enough memory for a process");
  }
  (void)posix_spawnattr_setflags(&how, POSIX_SPAWN_SETPGROUP);
  (void)posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  (void)posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  (void)posix_spawn_file_actions_adddup2(&files, complaints, STDERR_FILENO);
  const int reason = posix_spawn(process, program, &files, &how, argv, environ);
  (void)posix_spawnattr_destroy(&how);
  (void)posix_spawn_file_actions_destroy(&files);
  return reason == 0 ? CHECK_OK : check_fail(error, CHECK_FAILURE, "%s: cannot run: %s", program, strerror(reason));
}

/* Keeps the end of what is there to be read: as much as a pipe holds, for somebody may write without end. */
static void hear(int from, said *heard) {
  char piece[4096];
  const size_t room = sizeof heard->text - 1;
  for (int n = 0; n < 16; n++) {
    const ssize_t got = read(from, piece, sizeof piece);
    if (got <= 0) break;
    const size_t taken = (size_t)got < room ? (size_t)got : room,
                 kept = room - taken < heard->length ? room - taken : heard->length;
    memmove(heard->text, heard->text + heard->length - kept, kept);
    memcpy(heard->text + kept, piece + got - taken, taken);
    heard->length = kept + taken;
  }
  heard->text[heard->length] = '\0';
}

/* Waits until the process ends; processes that it leaves behind may keep what it writes to open. */
static int hear_to_its_end(int from, pid_t process, said *heard) {
  struct pollfd watched = {.fd = from, .events = POLLIN};
  int ended = 0;
  pid_t found;
  while ((found = waitpid(process, &ended, WNOHANG)) == 0 || (found < 0 && errno == EINTR)) {
    (void)poll(&watched, 1, 50);
    hear(from, heard);
    if ((watched.revents & POLLHUP) != 0) watched.fd = -1; /* all have closed it; poll then only waits */
  }
  hear(from, heard);
  return ended;
}

/* Its own line, the last that it wrote, without the name of the program. */
static check_status complain(const part *p, said *heard, int status, check_error *error) {
  while (heard->length > 0 && heard->text[heard->length - 1] == '\n') heard->text[--heard->length] = '\0';
  const char *const before = strrchr(heard->text, '\n'), *const line = before != NULL ? before + 1 : heard->text;
  char own[100];
  if (WIFSIGNALED(status)) (void)snprintf(own, sizeof own, "ended by a signal: %s", strsignal(WTERMSIG(status)));
  else (void)snprintf(own, sizeof own, "exit status %d", WEXITSTATUS(status));
  const bool is_own = WIFSIGNALED(status) || line[0] == '\0';
  const char *const told = is_own                                                           ? own
                           : strncmp(line, "attest ", 7) == 0 && strstr(line, ": ") != NULL ? strstr(line, ": ") + 2
                                                                                            : line;
  return check_fail(error, WIFEXITED(status) && WEXITSTATUS(status) == 2 ? CHECK_BAD_INPUT : CHECK_FAILURE,
                    "attest %s: %s", p->command, told);
}

static json_t *describe(const part *p, int status, double seconds, json_t *result) {
  char command[COMMAND_MAX];
  int used = snprintf(command, sizeof command, "%s", p->command);
  for (int n = 0; n < PART_OPERANDS && p->operand[n] != NULL; n++)
    used += snprintf(command + used, sizeof command - (size_t)used, " %.*s", CASE_PATH_MAX - 2, p->operand[n]);
  printable(command);
  return json_pack("{s:s, s:s, s:i, s:f, s:o}", "name", p->name, "command", command, "status", status, "seconds",
                   seconds, "result", result);
}

check_status part_run(const part *p, const char *program, const temp_dir *in, json_t **made, check_error *error) {
  char json[CASE_PATH_MAX], directory[CASE_PATH_MAX], words[sizeof p->command], *argv[WORDS];
  char operands[PART_OPERANDS][CASE_PATH_MAX];
  json_t *result = NULL;
  said heard = {.length = 0};
  pid_t process = 0;
  int ended = 0, line[2];
  check_status status = case_join(json, in->path, results, error);
  if (status != CHECK_OK) return status;
  (void)snprintf(directory, sizeof directory, "%s", in->path);
  (void)snprintf(words, sizeof words, "%s", p->command);
  arrange(p, directory, json, words, operands, argv);
  const double from = clock_seconds();
  if (pipe2(line, O_CLOEXEC) != 0 || fcntl(line[0], F_SETFL, O_NONBLOCK) != 0)
    return check_fail(error, CHECK_FAILURE, "attest %s: cannot make a pipe: %s", p->command, strerror(errno));
  status = start(program, argv, line[1], &process, error);
  (void)close(line[1]);
  if (status == CHECK_OK) {
    temp_dir_ends_group(in, process);
    ended = hear_to_its_end(line[0], process, &heard);
    temp_dir_ends_group(in, 0);
  }
  (void)close(line[0]);
  if (status != CHECK_OK) return status;
  if (!WIFEXITED(ended) || WEXITSTATUS(ended) > 1) return complain(p, &heard, ended, error);
  status = json_read_object(json, &result, error);
  if (status != CHECK_OK) return status;
  (void)unlink(json);
  *made = describe(p, WEXITSTATUS(ended), clock_seconds() - from, result);
  return *made != NULL ? CHECK_OK : check_fail(error, CHECK_FAILURE, "not enough memory for attest %s", p->command);
}
