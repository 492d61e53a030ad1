#define _GNU_SOURCE /* NOLINT: reserved for this; on_exit, sched_getaffinity */
#include "cli/limits.h"

#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

/* ---- before the libraries are initialised */

#define MIB ((size_t)1 << 20)

/* OpenBLAS's constructor maps a buffer for each thread, and tries without end where there is no room (0.3.21). More for
   what else is initialised. */
enum { BUFFER_MIB = 128, MORE_MIB = 8, THREADS_MOST = 128 };

/* NULL where the program is linked without OpenBLAS. */
__attribute__((weak)) extern char *openblas_get_config(void);

/* How many threads it prepares for: it reads the same variable, and there is no getenv yet. */
static size_t threads_of(char **environment) {
  static const char name[] = "OMP_NUM_THREADS=";
  cpu_set_t processors;
  long threads = sched_getaffinity(0, sizeof processors, &processors) == 0 ? CPU_COUNT(&processors) : 1;
  for (; *environment != NULL; environment++) {
    const long said =
        strncmp(*environment, name, sizeof name - 1) == 0 ? strtol(*environment + sizeof name - 1, NULL, 10) : 0;
    if (said > 0 && said < threads) threads = said;
  }
  return (size_t)(threads < THREADS_MOST ? threads : THREADS_MOST);
}

static bool has_room(size_t bytes) {
  void *const there = mmap(NULL, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return there != MAP_FAILED && munmap(there, bytes) == 0;
}

static void expect_room(int argc, char **argv, char **environment) {
  char text[200];
  (void)argc;
  (void)argv;
  if (openblas_get_config == NULL) return;
  const size_t threads = threads_of(environment), wanted = BUFFER_MIB * threads + MORE_MIB;
  if (has_room(wanted * MIB)) return;
  const int length =
      snprintf(text, sizeof text,
               "attest: OpenBLAS: expected %zu MiB more of address space (ulimit -v) for the buffers of %zu "
               "thread%s; OMP_NUM_THREADS=1 needs the least\n",
               wanted, threads, threads == 1 ? "" : "s");
  const ssize_t written = write(STDERR_FILENO, text, (size_t)length);
  (void)written;
  _exit(CHECK_FAILURE);
}

/* The loader calls this before the constructors of all libraries ([SystemV2013], DT_PREINIT_ARRAY). */
__attribute__((section(".preinit_array"), used)) static void (*first)(int, char **, char **) = expect_room;

/* ---- the stack */

/* Four times what the deepest command takes. */
enum { STACK_KIB = 512 };

check_status limits_expect_stack(check_error *error) {
  const rlim_t wanted = (rlim_t)STACK_KIB * 1024;
  struct rlimit stack;
  if (getrlimit(RLIMIT_STACK, &stack) != 0 || stack.rlim_cur >= wanted) return CHECK_OK;
  const struct rlimit raised = {.rlim_cur = wanted, .rlim_max = stack.rlim_max};
  if (stack.rlim_max >= wanted && setrlimit(RLIMIT_STACK, &raised) == 0) return CHECK_OK;
  return check_fail(error, CHECK_FAILURE, "stack: expected a limit of %d KiB or more (ulimit -s), found %llu KiB",
                    STACK_KIB, (unsigned long long)stack.rlim_cur / 1024);
}

/* ---- exit */

static pid_t guarded; /* not the processes forked from it; 0: none */

static void end_otherwise(int status, void *context) {
  (void)context;
  if (guarded != getpid() || status == CHECK_FAILURE) return;
  (void)fputs("attest: ended by a library that it uses, for the reason above\n", stderr);
  _exit(CHECK_FAILURE);
}

void limits_guard_exit(void) {
  guarded = getpid();
  (void)on_exit(end_otherwise, NULL);
}

void limits_passed(void) { guarded = 0; }
