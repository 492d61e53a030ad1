/* attest worker TARGET SOCKET: the process in which a candidate computes (check/run/worker.h). Not for users. */
#include <stdlib.h>

#include "check/run/candidate.h"
#include "check/run/serving.h"
#include "cli/commands.h"

check_status worker_command(int argc, char **argv, check_error *error) {
  candidate of;
  char *after = NULL;
  const long line = argc == 3 ? strtol(argv[2], &after, 10) : -1;
  if (line < 3 || line > 1 << 20 || *after != '\0')
    return check_fail(error, CHECK_BAD_INPUT, "expected to be started by another attest command");
  const bool found = candidate_find(argv[1], &of, error) == CHECK_OK;
  serving_run(&of.run.of, found ? NULL : error->text, (int)line);
}
