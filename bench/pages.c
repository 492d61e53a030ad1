#define _GNU_SOURCE /* NOLINT: MAP_ANONYMOUS, MADV_HUGEPAGE */
#include "bench/pages.h"

#include <sys/mman.h>

void *pages_make(size_t bytes) {
  void *const memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return NULL;
  (void)madvise(memory, bytes, MADV_HUGEPAGE); /* only a request: small pages work too */
  return memory;
}

void pages_free(void *memory, size_t bytes) {
  if (memory != NULL) (void)munmap(memory, bytes);
}
