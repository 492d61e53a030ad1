/* A directory that is gone when this process is, unless it was kept: a second process waits for the end of this one, however it comes about
   (a signal too), and removes it. So a command that is interrupted leaves nothing half-written. */
#ifndef ATTEST_CHECK_TEMP_DIR_H
#define ATTEST_CHECK_TEMP_DIR_H

#include <sys/types.h>

#include "check/cases/error.h"

#define TEMP_DIR_PATH_MAX 4096

typedef struct temp_dir {
  char path[TEMP_DIR_PATH_MAX]; /* "" if there is none */
  pid_t keeper;                 /* the process that waits ... */
  int line;                     /* ... for this to be closed: by exec, or by hand, in every other process forked meanwhile */
} temp_dir;

/* Makes the directory PREFIX.XXXXXX, each X some letter or digit. CHECK_BAD_INPUT if it cannot be made there. */
check_status temp_dir_make(const char *prefix, temp_dir *s, check_error *error);

/* The same under TMPDIR, or /tmp. */
check_status temp_dir_make_temporary(temp_dir *s, check_error *error);

/* Which process group (of a command that works in the directory) is ended before the directory is removed; 0: none. */
void temp_dir_ends_group(const temp_dir *s, pid_t group);

/* The directory becomes path, on disk: the name must be free or an empty directory. Nothing of s is left, whatever the status. */
check_status temp_dir_keep(temp_dir *s, const char *path, check_error *error);

/* Removes the directory, if there is one, before it returns. */
void temp_dir_remove(temp_dir *s);

#endif
