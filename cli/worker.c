/* attest worker TARGET SOCKET CONFINEMENT: the process in which a candidate computes (check/run/worker.h).
   attest confined DIRECTORY COMMAND ...: becomes a command that is confined (check/run/shell.h). Not for users. */
#define _POSIX_C_SOURCE 200809L /* NOLINT: reserved for this */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check/run/candidate.h"
#include "check/run/serving.h"
#include "cli/commands.h"
#include "cli/confine.h"

check_status worker_command(int argc, char **argv, check_error *error) {
  candidate of;
  char *after = NULL;
  const long line = argc == 4 ? strtol(argv[2], &after, 10) : -1;
  if (line < 3 || line > 1 << 20 || *after != '\0')
    return check_fail(error, CHECK_BAD_INPUT, "expected another attest command to start this one");
  bool ready = candidate_find(argv[1], &of, error) == CHECK_OK;
  const long confined = strtol(argv[3], NULL, 10);
  if (ready && confined != CONFINED_NOT) ready = confine(NULL, confined == CONFINED_HOSTILE, error) == CHECK_OK;
  serving_run(&of.run.of, ready ? NULL : error->text, (int)line);
}

check_status confined_command(int argc, char **argv, check_error *error) {
  if (argc < 3) return check_fail(error, CHECK_BAD_INPUT, "expected another attest command to start this one");
  const check_status status = confine(argv[1], true, error);
  if (status != CHECK_OK) return status;
  (void)execv(argv[2], argv + 2);
  return check_fail(error, CHECK_FAILURE, "%s: cannot run: %s", argv[2], strerror(errno));
}
