#define _POSIX_C_SOURCE 200809L /* NOLINT: reserved for this; readlink */
#include "cli/program.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

check_status program_find(char *path, size_t size, check_error *error) {
  const ssize_t length = readlink("/proc/self/exe", path, size - 1);
  if (length < 0) return check_fail(error, CHECK_FAILURE, "/proc/self/exe: cannot read: %s", strerror(errno));
  path[length] = '\0';
  return CHECK_OK;
}
