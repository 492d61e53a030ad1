#define _POSIX_C_SOURCE 200809L /* NOLINT: reserved for this */
#include "reports/part.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check/cases/case.h"
#include "check/cases/clock.h"
#include "check/cases/json.h"
#include "check/cases/printable.h"

extern char **environ;

enum { WORDS = 24, COMMAND_MAX = 160 + PART_OPERANDS * CASE_PATH_MAX };

/* Files of a part in the temporary directory, removed when it is read. */
static const char results[] = "part.json", complaints[] = "part.txt";

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

static check_status start(const char *program, char *const argv[], const char *said, pid_t *process,
                          check_error *error) {
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
  (void)posix_spawn_file_actions_addopen(&files, STDERR_FILENO, said, O_WRONLY | O_CREAT | O_TRUNC, 0666);
  const int reason = posix_spawn(process, program, &files, &how, argv, environ);
  (void)posix_spawnattr_destroy(&how);
  (void)posix_spawn_file_actions_destroy(&files);
  return reason == 0 ? CHECK_OK : check_fail(error, CHECK_FAILURE, "%s: cannot run: %s", program, strerror(reason));
}

/* Its own line, the last that it wrote, without the name of the program. */
static check_status complain(const part *p, const char *said, int status, check_error *error) {
  char line[600] = "";
  FILE *const from = fopen(said, "r");
  while (from != NULL && fgets(line, sizeof line, from) != NULL) continue;
  if (from != NULL) (void)fclose(from);
  (void)unlink(said);
  line[strcspn(line, "\n")] = '\0';
  if (WIFSIGNALED(status)) (void)snprintf(line, sizeof line, "ended by a signal: %s", strsignal(WTERMSIG(status)));
  const char *const told =
      strncmp(line, "attest ", 7) == 0 && strstr(line, ": ") != NULL ? strstr(line, ": ") + 2 : line;
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
  char json[CASE_PATH_MAX], said[CASE_PATH_MAX], directory[CASE_PATH_MAX], words[sizeof p->command], *argv[WORDS];
  char operands[PART_OPERANDS][CASE_PATH_MAX];
  json_t *result = NULL;
  pid_t process = 0;
  int ended = 0;
  check_status status = case_join(json, in->path, results, error);
  if (status == CHECK_OK) status = case_join(said, in->path, complaints, error);
  if (status != CHECK_OK) return status;
  (void)snprintf(directory, sizeof directory, "%s", in->path);
  (void)snprintf(words, sizeof words, "%s", p->command);
  arrange(p, directory, json, words, operands, argv);
  const double from = clock_seconds();
  status = start(program, argv, said, &process, error);
  if (status != CHECK_OK) return status;
  temp_dir_ends_group(in, process);
  while (waitpid(process, &ended, 0) < 0 && errno == EINTR) continue;
  temp_dir_ends_group(in, 0);
  if (!WIFEXITED(ended) || WEXITSTATUS(ended) > 1) return complain(p, said, ended, error);
  status = json_read_object(json, &result, error);
  if (status != CHECK_OK) return status;
  (void)unlink(json);
  (void)unlink(said);
  *made = describe(p, WEXITSTATUS(ended), clock_seconds() - from, result);
  return *made != NULL ? CHECK_OK : check_fail(error, CHECK_FAILURE, "not enough memory for attest %s", p->command);
}
