#define _GNU_SOURCE /* syscall */ /* NOLINT: reserved for this */
#include "opt/cpu.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#if defined __x86_64__ && defined __linux__
#include <cpuid.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

#if defined __x86_64__ && defined __linux__
/* Whether the CPU has tiles and Linux gives this process the memory in which it keeps them (the kernel's
   Documentation/arch/x86/xstate.rst). */
static bool ask_for_tiles(void) {
  enum { ASK = 0x1023, TILE_DATA = 18, BF16 = 1 << 22, TILES = 1 << 24 };
  unsigned a, b, c, d;
  if (__get_cpuid_count(7, 0, &a, &b, &c, &d) == 0 || (d & BF16) == 0 || (d & TILES) == 0) return false;
  return syscall(SYS_arch_prctl, ASK, TILE_DATA) == 0;
}

/* The answer, asked for once: it takes microseconds. */
static bool has_tiles(void) {
  enum { UNKNOWN, NO, YES };
  static _Atomic int known = UNKNOWN;
  if (known == UNKNOWN) known = ask_for_tiles() ? YES : NO;
  return known == YES;
}
#endif

static unsigned found(void) {
  unsigned features = 0;
#if defined __x86_64__ /* F16C came before AVX2; clang 14 cannot ask for it */
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) features |= CPU_AVX2;
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
      __builtin_cpu_supports("avx512vl"))
    features |= CPU_AVX512;
  if (__builtin_cpu_supports("avx512bf16")) features |= CPU_AVX512_BF16;
  if (__builtin_cpu_is("amd"))
    features |= CPU_FAST_BF16; /* Zen 4 and later; Intel's start one where they start two multiply-adds, or fewer */
#endif
#if defined __x86_64__ && defined __linux__
  if (has_tiles()) features |= CPU_AMX_BF16;
#endif
  return features;
}

static const struct {
  const char *name;
  unsigned features;
} limits[] = {
    {"base", 0}, {"avx2", CPU_AVX2}, {"avx512", CPU_AVX2 | CPU_AVX512}, {"avx512bf16", ~(unsigned)CPU_AMX_BF16}};

enum { LIMITS = sizeof limits / sizeof limits[0] };

const char *cpu_limit_name(size_t n) { return n < LIMITS ? limits[n].name : NULL; }

unsigned cpu_features(void) {
  const char *limit = getenv("ATTEST_CPU");
  for (size_t n = 0; limit != NULL && n < LIMITS; n++)
    if (strcmp(limit, limits[n].name) == 0) return found() & limits[n].features;
  return found();
}
