/* Random numbers that depend only on a seed and a place, the same on every machine: no state, no libm. */
#ifndef ATTEST_CHECK_RANDOM_H
#define ATTEST_CHECK_RANDOM_H

#include <stdint.h>

#include "check/cases/error.h"

/* The finaliser of SplitMix64 [Steele2014] over seed + golden ratio * place. */
static inline uint64_t random_bits_at(uint64_t seed, uint64_t place) {
  uint64_t z = seed + (place + 1) * UINT64_C(0x9e3779b97f4a7c15);
  z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
  z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
  return z ^ (z >> 31);
}

/* 0 .. n-1, for n far below 2^32. */
static inline int64_t random_below(uint64_t seed, uint64_t place, int64_t n) {
  return (int64_t)((random_bits_at(seed, place) >> 32) % (uint64_t)n);
}

/* Uniform in [-1, 1). */
static inline double random_uniform_at(uint64_t seed, uint64_t place) {
  return (double)(random_bits_at(seed, place) >> 11) * 0x1p-52 - 1.0;
}

/* Nearly normal, mean 0, variance 1: the sum of twelve uniform numbers of 16 bits (Irwin-Hall), exact. */
static inline double random_normal_at(uint64_t seed, uint64_t place) {
  const uint64_t even = 0x0000ffff0000ffff; /* of four 16-bit numbers, the two that are added at once */
  uint64_t sum = 0;
  for (uint64_t word = 0; word < 3; word++) {
    const uint64_t bits = random_bits_at(seed, 3 * place + word), pairs = (bits & even) + (bits >> 16 & even);
    sum += (pairs & 0xffffffff) + (pairs >> 32);
  }
  return ((double)sum - 6 * 65535.0) / 65536.0;
}

/* Draws a seed that nobody can know. CHECK_FAILURE: the system gives no random numbers. */
check_status random_secret(uint64_t *seed, check_error *error);

#endif
