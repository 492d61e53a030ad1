#define _POSIX_C_SOURCE 200809L /* NOLINT: reserved for this */
#include "check/cases/input.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

check_status input_open(const char *path, int *file, int64_t *size, check_error *error) {
  struct stat status;
  *file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY); /* a pipe or a terminal must not block */
  if (*file < 0) return check_fail_file(error, path, "open", errno);
  const int reason = fstat(*file, &status) == 0 ? 0 : errno;
  if (reason == 0 && S_ISREG(status.st_mode)) {
    if (size != NULL) *size = status.st_size;
    return CHECK_OK;
  }
  (void)close(*file);
  return reason != 0 ? check_fail_file(error, path, "read", reason)
                     : check_fail(error, CHECK_BAD_INPUT, "%s: not a regular file", path);
}
