#define _GNU_SOURCE /* NOLINT: reserved for this; syscall, O_PATH */
#include "check/cases/beneath.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

int beneath_open(const char *root, const char *path) {
  const struct open_how how = {.flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC,
                               .resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS};
  const size_t length = strlen(root);
  if (strncmp(path, root, length) != 0 || path[length] != '/') {
    errno = EXDEV;
    return -1;
  }
  const int from = open(root, O_PATH | O_DIRECTORY | O_CLOEXEC);
  if (from < 0) return -1;
  const int found = (int)syscall(SYS_openat2, from, path + length + 1, &how, sizeof how);
  const int reason = errno;
  (void)close(from);
  errno = reason;
  return found;
}

int beneath_make(int in, const char *name) {
  if (mkdirat(in, name, 0700) != 0 && errno != EEXIST) return -1;
  return openat(in, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

void beneath_path(int directory, char path[BENEATH_PATH_MAX]) {
  (void)snprintf(path, BENEATH_PATH_MAX, "/proc/self/fd/%d", directory);
}
