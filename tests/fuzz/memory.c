#define _GNU_SOURCE /* NOLINT: memfd_create */
#include "tests/fuzz/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

memory_file memory_file_make(void) {
  memory_file m = {.file = memfd_create("fuzz", MFD_CLOEXEC)};
  if (m.file < 0) abort();
  (void)snprintf(m.path, sizeof m.path, "/proc/self/fd/%d", m.file);
  return m;
}

void memory_file_free(const memory_file *m) { (void)close(m->file); }

void memory_file_set(const memory_file *m, const void *bytes, size_t size) {
  if (ftruncate(m->file, 0) != 0 || pwrite(m->file, bytes, size, 0) != (ssize_t)size) abort();
}
