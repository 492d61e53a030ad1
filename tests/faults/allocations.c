/* Preloaded: an allocation of a program fails. FAULT_ALLOCATION=N+D: the N-th of the process that is D programs below
   the first (0: the first); FAULT_ALLOCATION=?+D: none, and their number is written to the file FAULT_COUNT. */
#define _GNU_SOURCE /* NOLINT: RTLD_NEXT */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What glibc calls its own, which need no lookup. */
void *__libc_malloc(size_t);           /* NOLINT */
void *__libc_calloc(size_t, size_t);   /* NOLINT */
void *__libc_realloc(void *, size_t);  /* NOLINT */
void *__libc_memalign(size_t, size_t); /* NOLINT */

static atomic_long made;
static long fails; /* 0: none does */

static int is_lost(void) {
  const long n = atomic_fetch_add(&made, 1) + 1;
  if (fails == 0 || n != fails) return 0;
  errno = ENOMEM;
  return 1;
}

void *malloc(size_t size) { return is_lost() ? NULL : __libc_malloc(size); }
void *calloc(size_t nmemb, size_t size) { return is_lost() ? NULL : __libc_calloc(nmemb, size); }
void *realloc(void *ptr, size_t size) { return is_lost() ? NULL : __libc_realloc(ptr, size); }
void *aligned_alloc(size_t alignment, size_t size) { return is_lost() ? NULL : __libc_memalign(alignment, size); }
void *memalign(size_t alignment, size_t size) { return is_lost() ? NULL : __libc_memalign(alignment, size); }
int posix_memalign(void **memptr, size_t alignment, size_t size) {
  if (is_lost()) return ENOMEM;
  *memptr = __libc_memalign(alignment, size);
  return *memptr != NULL ? 0 : ENOMEM;
}

static int counts; /* whether the end writes the number */

/* The variable is this process's own text: it is changed in place, for the programs that it starts. */
__attribute__((constructor)) static void begin(void) {
  char *const said = getenv("FAULT_ALLOCATION"), *const depth = said != NULL ? strchr(said, '+') : NULL;
  if (depth == NULL || depth[1] < '0') return;
  if (depth[1] == '0') {
    counts = said[0] == '?';
    if (!counts) fails = atomic_load(&made) + strtol(said, NULL, 10);
  }
  depth[1]--;
}

__attribute__((destructor)) static void end(void) {
  const char *const path = getenv("FAULT_COUNT");
  char text[32];
  if (!counts || path == NULL) return;
  const int length = snprintf(text, sizeof text, "%ld\n", atomic_load(&made));
  const int file = open(path, O_WRONLY | O_CREAT | O_APPEND, 0666);
  if (file >= 0 && write(file, text, (size_t)length) < 0) perror(path);
  if (file >= 0) (void)close(file);
}
