/* Numbers on their way from memory into lanes and back: rows transposed into vectors, 16-bit numbers widened and rounded. */
#ifndef ATTEST_OPT_TRANSFER_H
#define ATTEST_OPT_TRANSFER_H

#include <stddef.h>

#include "attest.h"
#include "opt/tile.h"

/* t[c][r] = s[r][c] for 4 rows s and 4 columns. */
typedef float v4 __attribute__((vector_size(16), aligned(4), may_alias));
INLINE void transpose4(float *const t[4], const float *const s[4]) {
  const v4 a0 = *(const v4 *)s[0], a1 = *(const v4 *)s[1], a2 = *(const v4 *)s[2], a3 = *(const v4 *)s[3];
  const v4 b0 = __builtin_shufflevector(a0, a1, 0, 4, 1, 5), b1 = __builtin_shufflevector(a2, a3, 0, 4, 1, 5);
  const v4 b2 = __builtin_shufflevector(a0, a1, 2, 6, 3, 7), b3 = __builtin_shufflevector(a2, a3, 2, 6, 3, 7);
  *(v4 *)t[0] = __builtin_shufflevector(b0, b1, 0, 1, 4, 5);
  *(v4 *)t[1] = __builtin_shufflevector(b0, b1, 2, 3, 6, 7);
  *(v4 *)t[2] = __builtin_shufflevector(b2, b3, 0, 1, 4, 5);
  *(v4 *)t[3] = __builtin_shufflevector(b2, b3, 2, 3, 6, 7);
}

/* Into lanes: t[c][r] = row[r][c]. 16 columns at a time, so that a line of each row is used whole and the lines of t under way stay in the first
   cache. */
static void to_lanes(float *t, const float *const row[], ptrdiff_t rows, ptrdiff_t cols) {
  const ptrdiff_t r4 = rows & -4, c4 = cols & -4;
  for (ptrdiff_t from = 0; from < c4; from += 16)
    for (ptrdiff_t r = 0; r < r4; r += 4)
      for (ptrdiff_t c = from; c < MIN(from + 16, c4); c += 4)
        transpose4((float *const[]){t + c * SW + r, t + (c + 1) * SW + r, t + (c + 2) * SW + r, t + (c + 3) * SW + r},
                   (const float *const[]){row[r] + c, row[r + 1] + c, row[r + 2] + c, row[r + 3] + c});
  for (ptrdiff_t r = 0; r < rows; r++)
    for (ptrdiff_t c = r < r4 ? c4 : 0; c < cols; c++) t[c * SW + r] = row[r][c];
}

/* Out of them: row[r][c] = t[c][r]. */
static void from_lanes(float *const row[], const float *t, ptrdiff_t rows, ptrdiff_t cols) {
  const ptrdiff_t r4 = rows & -4, c4 = cols & -4;
  for (ptrdiff_t r = 0; r < r4; r += 4)
    for (ptrdiff_t c = 0; c < c4; c += 4)
      transpose4((float *const[]){row[r] + c, row[r + 1] + c, row[r + 2] + c, row[r + 3] + c},
                 (const float *const[]){t + c * SW + r, t + (c + 1) * SW + r, t + (c + 2) * SW + r, t + (c + 3) * SW + r});
  for (ptrdiff_t r = 0; r < rows; r++)
    for (ptrdiff_t c = r < r4 ? c4 : 0; c < cols; c++) row[r][c] = t[c * SW + r];
}

/* n numbers as floats, stride elements apart: where they lie, if they lie so, else in to. */
static const float *as_floats(const char *from, attest_dtype dtype, int64_t stride, ptrdiff_t n, float *to) {
  if (dtype == ATTEST_F32) {
    const float *const f = (const float *)(const void *)from;
    if (stride == 1) return f;
    for (ptrdiff_t c = 0; c < n; c++) to[c] = f[c * stride];
    return to;
  }
  const uint16_t *const h = (const uint16_t *)(const void *)from;
  for (ptrdiff_t c = 0; c < n; c += W) {
    uint16_t some[W] = {0};
    const ptrdiff_t count = MIN(W, n - c);
    if (stride == 1 && count == W) memcpy(some, h + c, sizeof some);
    else
      for (ptrdiff_t l = 0; l < count; l++) some[l] = h[(c + l) * stride];
    const vf x = dtype == ATTEST_F16 ? vwiden_f16(some) : vwiden_bf16(some);
    memcpy(to + c, &x, (size_t)count * sizeof *to);
  }
  return to;
}

/* The other way: n floats rounded into a row, stride elements apart. */
static void from_floats(char *row, attest_dtype dtype, int64_t stride, ptrdiff_t n, const float *from) {
  if (dtype == ATTEST_F32) {
    float *const f = (float *)(void *)row;
    for (ptrdiff_t c = 0; c < n; c++) f[c * stride] = from[c];
    return;
  }
  uint16_t *const h = (uint16_t *)(void *)row;
  for (ptrdiff_t c = 0; c < n; c += W) {
    uint16_t some[W];
    vf x = {0};
    const ptrdiff_t count = MIN(W, n - c);
    memcpy(&x, from + c, (size_t)count * sizeof *from);
    if (dtype == ATTEST_F16) vnarrow_f16(some, x);
    else vnarrow_bf16(some, x);
    for (ptrdiff_t l = 0; l < count; l++) h[(c + l) * stride] = some[l];
  }
}

/* Whether every value of a range of keys is finite: x * 0 is 0 then, else NaN. */
static bool all_finite(const keys *y) {
  vf found = {0};
  float rest = 0;
  for (ptrdiff_t i = 0; i < y->count; i++) {
    const float *const x = y->v + i * y->v_step;
    ptrdiff_t c = 0;
    for (; c + W <= y->d_v; c += W) {
      vf some;
      memcpy(&some, x + c, sizeof some);
      found += some * 0.0f;
    }
    for (; c < y->d_v; c++) rest += x[c] * 0.0f;
  }
  for (int l = 0; l < W; l++) rest += found[l];
  return rest == 0;
}

#endif
