/* m = max(m, max_j scale s_j),  s_j = exp(scale s_j - m) = 2^((scale s_j - m) log2(e)),  and the sum of these.
   Compiled with ISA the name of the instruction set. */
#include "opt/softmax.h"

#include "opt/isa.h"

enum { SIDE = 4 }; /* vectors that do not wait for each other */

INLINE vf power(const float *s, float scale, float m) { return vexp2((vload_any(s) * scale - m) * (float)LOG2E); }

INLINE float largest(const float *s, ptrdiff_t n, float scale, float m) {
  vf top[SIDE];
  ptrdiff_t j = 0;
  for (int l = 0; l < SIDE; l++) top[l] = vset1(m);
  for (; j + SIDE * W <= n; j += SIDE * W)
    UNROLL for (int l = 0; l < SIDE; l++) top[l] = vmax(vload_any(s + j + l * W) * scale, top[l]);
  for (; j + W <= n; j += W) top[0] = vmax(vload_any(s + j) * scale, top[0]);
  const vf all = vmax(vmax(top[0], top[1]), vmax(top[2], top[3]));
  for (int l = 0; l < W; l++) m = all[l] > m ? all[l] : m;
  for (; j < n; j++) m = s[j] * scale > m ? s[j] * scale : m;
  return m;
}

float ISA_SYMBOL(softmax)(float *s, ptrdiff_t n, float scale, float *m) {
  vf sum[SIDE] = {{0}};
  float rest[W] = {0}, all = 0;
  ptrdiff_t j = 0;
  *m = largest(s, n, scale, *m);
  for (; j + SIDE * W <= n; j += SIDE * W) UNROLL for (int l = 0; l < SIDE; l++) {
      const vf x = power(s + j + l * W, scale, *m);
      vstore_any(s + j + l * W, x);
      sum[l] += x;
    }
  for (; j + W <= n; j += W) {
    const vf x = power(s + j, scale, *m);
    vstore_any(s + j, x);
    sum[0] += x;
  }
  memcpy(rest, s + j, (size_t)(n - j) * sizeof *rest);
  vstore_any(rest, power(rest, scale, *m));
  memcpy(s + j, rest, (size_t)(n - j) * sizeof *rest);
  const vf sums = (sum[0] + sum[1]) + (sum[2] + sum[3]);
  for (int l = 0; l < W; l++) all += sums[l];
  for (ptrdiff_t l = 0; l < n - j; l++) all += rest[l];
  return all;
}
