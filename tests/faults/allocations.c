/* Preloaded: an allocation of a program fails. FAULT_ALLOCATION=N+D: the N-th of a process that is D programs below the
   first (0: the first); =@PLACE+D: its first at that place, 16 hexadecimal digits; =?+D: none, and each allocation
   becomes a line of the file FAULT_LOG, the process and the place. A place stands for the calls that led there: the same
   calls give the same number wherever the libraries are loaded. */
#define _GNU_SOURCE /* NOLINT: RTLD_NEXT */
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What glibc calls its own, which need no lookup. */
void *__libc_malloc(size_t);           /* NOLINT */
void *__libc_calloc(size_t, size_t);   /* NOLINT */
void *__libc_realloc(void *, size_t);  /* NOLINT */
void *__libc_memalign(size_t, size_t); /* NOLINT */

enum { CALLS = 64, OWN = 2 }; /* the deepest calls that a place tells apart; the innermost, which are in this file */

static atomic_long made;
static long fails;            /* the number of the allocation that fails; 0: none does by its number */
static uint64_t fails_at;     /* its place; 0: none does by its place */
static atomic_bool failed;    /* whether one has failed by its place */
static const char *log_file;  /* NULL: nothing is logged */
static _Thread_local bool in; /* backtrace and dladdr may allocate */

static uint64_t place(void) {
  void *calls[CALLS];
  uint64_t mixed = 0;
  const int count = backtrace(calls, CALLS);
  for (int c = OWN; c < count; c++) {
    Dl_info object;
    const uintptr_t base = dladdr(calls[c], &object) != 0 ? (uintptr_t)object.dli_fbase : 0;
    mixed = (mixed ^ ((uintptr_t)calls[c] - base)) * UINT64_C(0x9E3779B97F4A7C15);
    mixed ^= mixed >> 29;
  }
  return mixed;
}

/* The file is opened for each line: a process may close what it has not opened. */
static void log_place(uint64_t at) {
  char line[64];
  const int length = snprintf(line, sizeof line, "%d %016llx\n", (int)getpid(), (unsigned long long)at);
  const int file = open(log_file, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (file >= 0 && write(file, line, (size_t)length) < 0) abort();
  if (file >= 0) (void)close(file);
}

/* Whether this allocation is the first at the place that fails. */
static bool is_there(void) {
  if (in || (log_file == NULL && fails_at == 0)) return false;
  in = true;
  const int kept = errno;
  const uint64_t at = place();
  if (log_file != NULL) log_place(at);
  errno = kept;
  in = false;
  return fails_at != 0 && at == fails_at && !atomic_exchange(&failed, true);
}

static bool is_lost(void) {
  const long n = atomic_fetch_add(&made, 1) + 1;
  const bool lost = is_there() || (fails != 0 && n == fails);
  if (lost) errno = ENOMEM;
  return lost;
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

/* The variable is this process's own text: it is changed in place, for the programs that it starts. */
__attribute__((constructor)) static void begin(void) {
  char *const said = getenv("FAULT_ALLOCATION"), *const depth = said != NULL ? strchr(said, '+') : NULL;
  void *call[1];
  if (depth == NULL || depth[1] < '0') return;
  (void)backtrace(call, 1); /* it loads what it needs now */
  if (depth[1] == '0') {
    if (said[0] == '?') log_file = getenv("FAULT_LOG");
    else if (said[0] == '@') fails_at = strtoull(said + 1, NULL, 16);
    else fails = atomic_load(&made) + strtol(said, NULL, 10);
  }
  depth[1]--;
}
