/* A directory that disappears with this process, unless it is kept. A second process waits until this one ends, for any
   reason including a signal, and removes the directory. So an interrupted command leaves nothing half-written. */
#ifndef ATTEST_CHECK_TEMP_DIR_H
#define ATTEST_CHECK_TEMP_DIR_H

#include <sys/types.h>

#include "check/cases/error.h"

#define TEMP_DIR_PATH_MAX 4096

typedef struct temp_dir {
  char path[TEMP_DIR_PATH_MAX]; /* "" if there is none */
  pid_t keeper;                 /* the process that waits for this one to end ... */
  int line;                     /* ... when this closes: by exec, or by hand in every other forked process */
} temp_dir;

/* Makes the directory PREFIX.XXXXXX, each X a letter or digit. Fails with CHECK_BAD_INPUT if it cannot be created. */
check_status temp_dir_make(const char *prefix, temp_dir *s, check_error *error);

/* Makes a directory under TMPDIR, or /tmp. */
check_status temp_dir_make_temporary(temp_dir *s, check_error *error);

/* Sets the process group (of a command that works in the directory) to end before the directory is removed; 0: none. */
void temp_dir_ends_group(const temp_dir *s, pid_t group);

/* Renames the directory to path, synchronised to disk: the name must be free or an empty directory. Leaves nothing of
   s, whatever the status. */
check_status temp_dir_keep(temp_dir *s, const char *path, check_error *error);

/* Removes the directory, if there is one, before returning. */
void temp_dir_remove(temp_dir *s);

#endif
