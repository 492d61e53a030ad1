#include "opt/cpu.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

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
  return features;
}

unsigned cpu_features(void) {
  static const struct {
    const char *name;
    unsigned features;
  } limits[] = {{"base", 0}, {"avx2", CPU_AVX2}, {"avx512", CPU_AVX2 | CPU_AVX512}};
  const char *limit = getenv("ATTEST_CPU");
  for (size_t n = 0; limit != NULL && n < sizeof limits / sizeof limits[0]; n++)
    if (strcmp(limit, limits[n].name) == 0) return found() & limits[n].features;
  return found();
}
