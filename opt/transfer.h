/* Numbers on their way from memory of any type and stride to floats and back, and memory itself. */
#ifndef ATTEST_OPT_TRANSFER_H
#define ATTEST_OPT_TRANSFER_H

#include <stddef.h>

#include "opt/slice.h"
#include "opt/vector.h"

/* n numbers as floats, stride elements apart: where they lie, if they lie so, else in to. */
static inline const float *as_floats(const char *from, attest_dtype dtype, int64_t stride, ptrdiff_t n, float *to) {
  if (dtype == ATTEST_F32) {
    const float *const f = (const float *)(const void *)from;
    if (stride == 1) return f;
    for (ptrdiff_t c = 0; c < n; c++) to[c] = f[c * stride];
    return to;
  }
  const uint16_t *const h = (const uint16_t *)(const void *)from;
  ptrdiff_t c = 0;
  if (stride == 1 && dtype == ATTEST_F16)
    for (; c + W <= n; c += W) vstore_any(to + c, vwiden_f16(h + c));
  else if (stride == 1)
    for (; c + W <= n; c += W) vstore_any(to + c, vwiden_bf16(h + c));
  for (; c < n; c += W) {
    uint16_t some[W] = {0};
    const ptrdiff_t count = MIN(W, n - c);
    for (ptrdiff_t l = 0; l < count; l++) some[l] = h[(c + l) * stride];
    const vf x = dtype == ATTEST_F16 ? vwiden_f16(some) : vwiden_bf16(some);
    memcpy(to + c, &x, (size_t)count * sizeof *to);
  }
  return to;
}

/* The other way: n floats rounded into a row, stride elements apart. */
static inline void from_floats(char *row, attest_dtype dtype, int64_t stride, ptrdiff_t n, const float *from) {
  if (dtype == ATTEST_F32) {
    float *const f = (float *)(void *)row;
    for (ptrdiff_t c = 0; c < n; c++) f[c * stride] = from[c];
    return;
  }
  uint16_t *const h = (uint16_t *)(void *)row;
  ptrdiff_t c = 0;
  if (stride == 1 && dtype == ATTEST_F16)
    for (; c + W <= n; c += W) vnarrow_f16(h + c, vload_any(from + c));
  else if (stride == 1)
    for (; c + W <= n; c += W) vnarrow_bf16(h + c, vload_any(from + c));
  for (; c < n; c += W) {
    uint16_t some[W];
    vf x = {0};
    const ptrdiff_t count = MIN(W, n - c);
    memcpy(&x, from + c, (size_t)count * sizeof *from);
    if (dtype == ATTEST_F16) vnarrow_f16(some, x);
    else vnarrow_bf16(some, x);
    for (ptrdiff_t l = 0; l < count; l++) h[(c + l) * stride] = some[l];
  }
}

/* Problems in binary32 and narrower, without weights. */
static inline bool transfer_supports(const attest_problem *p, const attest_answer *a) {
  return !slice_in_f64(p) && a->weights.data == NULL;
}

/* Bits first .. end - 1 of a word. */
static inline uint64_t bits_between(int64_t first, int64_t end) {
  const uint64_t from = first <= 0 ? ~UINT64_C(0) : first < 64 ? ~UINT64_C(0) << first : 0;
  return end <= 0 ? 0 : end < 64 ? from & ~(~UINT64_C(0) << end) : from;
}

/* Bytes from memory + *used on; NULL if memory is, where they are only counted. */
static inline void *take(char *memory, size_t *used, size_t bytes) {
  void *const p = memory == NULL ? NULL : memory + *used;
  *used += (bytes + 63) / 64 * 64;
  return p;
}

static inline float *take_floats(char *memory, size_t *used, ptrdiff_t count) {
  return take(memory, used, (size_t)count * sizeof(float));
}

#endif
