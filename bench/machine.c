#define _GNU_SOURCE /* NOLINT: _SC_LEVEL3_CACHE_SIZE */
#include "bench/machine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "attest.h"
#include "bench/gbench.h"

#ifndef BENCH_FLAGS
#define BENCH_FLAGS "unknown"
#endif

/* The CPU's name from Linux; "unknown" if it gives none. */
static void read_cpu(char name[128]) {
  char line[256];
  FILE *const file = fopen("/proc/cpuinfo", "r");
  (void)snprintf(name, 128, "unknown");
  while (file != NULL && fgets(line, sizeof line, file) != NULL) {
    const char *const colon = strchr(line, ':');
    if (strncmp(line, "model name", strlen("model name")) != 0 || colon == NULL) continue;
    (void)snprintf(name, 128, "%.*s", (int)strcspn(colon + 2, "\n"), colon + 2);
    break;
  }
  if (file != NULL) (void)fclose(file);
}

#ifdef __clang__
#define COMPILER __VERSION__
#else
#define COMPILER "gcc " __VERSION__
#endif

bool machine_describe(void) {
  char cpu[128];
  read_cpu(cpu);
  const char *const limit = getenv("ATTEST_CPU");
  return gbench_context("cpu", cpu) && gbench_context("compiler", COMPILER) && gbench_context("flags", BENCH_FLAGS) &&
         gbench_context("attest_version", attest_version()) && (limit == NULL || gbench_context("ATTEST_CPU", limit));
}

size_t machine_out_of_cache(void) {
  const size_t least = (size_t)1 << 26, most = (size_t)1 << 30, unit = (size_t)1 << 20;
  const long caches[] = {sysconf(_SC_LEVEL4_CACHE_SIZE), sysconf(_SC_LEVEL3_CACHE_SIZE),
                         sysconf(_SC_LEVEL2_CACHE_SIZE)};
  const long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
  size_t bytes = least;
  for (size_t n = 0; n < sizeof caches / sizeof caches[0]; n++)
    if (caches[n] > 0 && 2 * (size_t)caches[n] > bytes) bytes = 2 * (size_t)caches[n];
  if (bytes > most) bytes = most;
  if (pages > 0 && page > 0 && bytes > (size_t)pages * (size_t)page / 4) bytes = (size_t)pages * (size_t)page / 4;
  return bytes < unit ? unit : bytes / unit * unit;
}

int machine_processors(void) {
  const long count = sysconf(_SC_NPROCESSORS_ONLN);
  return count < 1 ? 1 : (int)count;
}
