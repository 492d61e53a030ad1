/* Random numbers for tests: SplitMix64 [Steele2014]. The same seed gives the same numbers on every
   machine. */
#ifndef ATTEST_TESTS_RANDOM_H
#define ATTEST_TESTS_RANDOM_H

#include <stdbool.h>
#include <stdint.h>

typedef struct {
  uint64_t state;
} random_stream;

static inline uint64_t random_bits(random_stream *r) {
  r->state += UINT64_C(0x9e3779b97f4a7c15);
  uint64_t z = r->state;
  z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
  z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
  return z ^ (z >> 31);
}

/* lowest .. highest, both included; the span is far below 2^32, so that the modulo favours no value noticeably. */
static inline int64_t random_integer(random_stream *r, int64_t lowest, int64_t highest) {
  return lowest + (int64_t)((random_bits(r) >> 32) % (uint64_t)(highest - lowest + 1));
}

/* True one time in n. */
static inline bool random_one_in(random_stream *r, int64_t n) { return random_integer(r, 1, n) == 1; }

/* Uniform in [-1, 1). */
static inline double random_value(random_stream *r) { return (double)(random_bits(r) >> 11) * 0x1p-52 - 1.0; }

static inline void random_fill(random_stream *r, double *x, int64_t n) {
  for (int64_t j = 0; j < n; j++) x[j] = random_value(r);
}

#endif
