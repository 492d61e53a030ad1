/* gnuplot reads a script with the data in it and writes the picture, both through files that are open already: no name
   passes through a shell or through gnuplot. */
#define _POSIX_C_SOURCE 200809L /* NOLINT: reserved for this */
#include "reports/draw.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check/cases/output.h"
#include "reports/script.h"

extern char **environ;

/* Runs gnuplot from one open file to another. */
static check_status run_gnuplot(int from, int to, check_error *error) {
  posix_spawn_file_actions_t actions;
  char name[] = "gnuplot", *const arguments[] = {name, NULL};
  pid_t process;
  int status = 0;
  if (posix_spawn_file_actions_init(&actions) != 0)
    return check_fail(error, CHECK_FAILURE, "gnuplot: not enough memory");
  (void)posix_spawn_file_actions_adddup2(&actions, from, STDIN_FILENO);
  (void)posix_spawn_file_actions_adddup2(&actions, to, STDOUT_FILENO);
  (void)posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0); /* its warnings */
  const int spawned = posix_spawnp(&process, name, &actions, NULL, arguments, environ);
  (void)posix_spawn_file_actions_destroy(&actions);
  if (spawned == ENOENT)
    return check_fail(error, CHECK_BAD_INPUT, "gnuplot: not found, expected for plots; setup.sh installs it");
  if (spawned != 0) return check_fail(error, CHECK_FAILURE, "gnuplot: cannot be started: %s", strerror(spawned));
  while (waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? CHECK_OK
                                                       : check_fail(error, CHECK_FAILURE, "gnuplot: failed on a plot");
}

/* gnuplot does not notice that its disk is full. */
static check_status expect_whole(FILE *picture, check_error *error) {
  static const char end[] = "</svg>";
  char last[64] = "";
  const long back = sizeof last - 1;
  if (fseek(picture, 0, SEEK_END) == 0 && ftell(picture) > back && fseek(picture, -back, SEEK_END) == 0)
    last[fread(last, 1, sizeof last - 1, picture)] = '\0';
  return strstr(last, end) != NULL
             ? CHECK_OK
             : check_fail(error, CHECK_FAILURE,
                          "gnuplot: its picture has no end; is the disk of temporary files full?");
}

/* The picture, whole, in a file without a name. */
static check_status draw_into(const study_table *t, const study_plot *plot, FILE *script, FILE *picture,
                              check_error *error) {
  script_write(script, t, plot);
  if (fflush(script) != 0 || fseek(script, 0, SEEK_SET) != 0)
    return check_fail(error, CHECK_FAILURE, "gnuplot's script: cannot write: %s", strerror(errno));
  const check_status status = run_gnuplot(fileno(script), fileno(picture), error);
  return status == CHECK_OK ? expect_whole(picture, error) : status;
}

check_status draw_plot(const study_table *t, const study_plot *plot, const char *path, check_error *error) {
  FILE *const script = tmpfile(), *const picture = tmpfile();
  const bool made = script != NULL && picture != NULL;
  check_status status =
      made ? draw_into(t, plot, script, picture, error)
           : check_fail(error, CHECK_FAILURE, "a temporary file for gnuplot: cannot create: %s", strerror(errno));
  if (status == CHECK_OK) status = output_copy(picture, path, error);
  if (script != NULL) (void)fclose(script);
  if (picture != NULL) (void)fclose(picture);
  return status;
}
