/* Numbers in the precision that a file computes in, and elements of every type to and from it. A file that includes
   this is compiled twice: with REAL double, for problems with an f64 tensor, and without, for all others. */
#ifndef ATTEST_OPT_ELEMENT_H
#define ATTEST_OPT_ELEMENT_H

#include <math.h>
#include <string.h>

#include "attest.h"

#ifndef REAL
#define REAL float
#endif
typedef REAL real;
#define IN_F64 (sizeof(real) == sizeof(double))

/* The functions of <math.h> in either precision. */
static inline real exponential(real x) { return IN_F64 ? (real)exp((double)x) : (real)expf((float)x); }
static inline real logarithm(real x) { return IN_F64 ? (real)log((double)x) : (real)logf((float)x); }
static inline real tangent(real x) { return IN_F64 ? (real)tanh((double)x) : (real)tanhf((float)x); }

static inline float from_bits(uint32_t bits) {
  float x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

static inline uint32_t to_bits(float x) {
  uint32_t bits;
  memcpy(&bits, &x, sizeof bits);
  return bits;
}

/* The exponent and fraction of binary16, moved into place, are the number times 2^-112, subnormals included. */
static inline float widen_f16(uint16_t h) {
  const uint32_t sign = (uint32_t)(h & 0x8000) << 16, magnitude = (uint32_t)(h & 0x7fff) << 13;
  const uint32_t bits = magnitude >= 0x0f800000 ? magnitude | 0x7f800000 : to_bits(from_bits(magnitude) * 0x1p112f);
  return from_bits(sign | bits);
}

/* Half of the last place kept, less one where that is even, carries into it; below 2^-14 the last place is 2^-24. */
static inline uint16_t narrow_f16(float x) {
  const uint32_t sign = to_bits(x) >> 16 & 0x8000, magnitude = to_bits(x) & 0x7fffffff;
  uint32_t h = 0;
  if (magnitude > 0x7f800000) h = 0x7e00;
  else if (magnitude >= 0x477ff000) h = 0x7c00;
  else if (magnitude >= 0x38800000) h = (magnitude - 0x38000000 + 0xfff + (magnitude >> 13 & 1)) >> 13;
  else h = to_bits(from_bits(magnitude) + 0.5f) - to_bits(0.5f);
  return (uint16_t)(sign | h);
}

static inline uint16_t narrow_bf16(float x) {
  const uint32_t bits = to_bits(x);
  return (uint16_t)((bits & 0x7fffffff) > 0x7f800000 ? bits >> 16 | 0x40 : (bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

/* Element at of memory of numbers of a type, counted in elements; and a number stored there. */
static inline real load(const char *row, attest_dtype dtype, int64_t at) {
  switch (dtype) {
  case ATTEST_F64:
    return (real)((const double *)(const void *)row)[at];
  case ATTEST_F32:
    return (real)((const float *)(const void *)row)[at];
  case ATTEST_F16:
    return (real)widen_f16(((const uint16_t *)(const void *)row)[at]);
  default:
    return (real)from_bits((uint32_t)((const uint16_t *)(const void *)row)[at] << 16);
  }
}

static inline void store(char *row, attest_dtype dtype, int64_t at, real x) {
  switch (dtype) {
  case ATTEST_F64:
    ((double *)(void *)row)[at] = (double)x;
    break;
  case ATTEST_F32:
    ((float *)(void *)row)[at] = (float)x;
    break;
  case ATTEST_F16:
    ((uint16_t *)(void *)row)[at] = narrow_f16((float)x);
    break;
  default:
    ((uint16_t *)(void *)row)[at] = narrow_bf16((float)x);
  }
}

/* A row of t, all its columns; and n numbers stored in one. */
static inline void load_row(real *to, const char *row, const attest_tensor *t) {
  for (int64_t c = 0; c < t->size[ATTEST_COLUMN]; c++) to[c] = load(row, t->dtype, c * t->stride[ATTEST_COLUMN]);
}

static inline void store_row(char *row, const attest_output *t, int64_t n, const real *from) {
  for (int64_t c = 0; c < n; c++) store(row, t->dtype, c * t->stride[ATTEST_COLUMN], from[c]);
}

#endif
