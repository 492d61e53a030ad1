/* One part of a report: a run of attest, and what it wrote. */
#ifndef ATTEST_REPORTS_PART_H
#define ATTEST_REPORTS_PART_H

#include <jansson.h>
#include <stdbool.h>

#include "check/cases/temp_dir.h"

#define PART_OPERANDS 4

typedef struct part {
  char name[40];                      /* "check avx2" */
  char command[160];                  /* what stands after attest: words apart by one space */
  const char *operand[PART_OPERANDS]; /* and after that, each as one word, whatever is in it; NULL after the last */
  bool draws;                         /* takes --csv and -o too: tables and plots go to the temporary directory */
} part;

/* Runs PROGRAM COMMAND --json FILE, in a process group that ends with the temporary directory, and makes of what it
   wrote {"name", "command", "status": 0 or 1, "seconds", "result"}, for json_decref. Prints nothing. CHECK_BAD_INPUT or
   CHECK_FAILURE, with its own line, if it exits with 2 or more, or by a signal. */
check_status part_run(const part *p, const char *program, const temp_dir *in, json_t **made, check_error *error);

#endif
