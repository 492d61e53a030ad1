/* m = max(m, max_j scale s_j),  s_j = exp(scale s_j - m),  and the sum of these.
   Compiled with ISA the name of the instruction set, without REAL for floats, whose powers are
   2^((scale s_j - m) log2(e)), and with REAL double. */
#include "opt/softmax.h"

#include "opt/isa.h"
#include "opt/vector64.h"

/* ---- a vector of LANES of these numbers */

#ifdef REAL
#define SOFTMAX ISA_SYMBOL(softmax64)
enum { LANES = D };
typedef double real;
typedef vd vr;
INLINE vr load(const real *s) { return vload64(s); }
INLINE void store(real *s, vr x) { vstore64(s, x); }
INLINE vr set1(real x) { return vset64(x); }
INLINE vr larger(vr a, vr b) { return vmax64(a, b); }
INLINE vr power(vr x) { return vexp64(x); }
#else
#define SOFTMAX ISA_SYMBOL(softmax)
enum { LANES = W };
typedef float real;
typedef vf vr;
INLINE vr load(const real *s) { return vload_any(s); }
INLINE void store(real *s, vr x) { vstore_any(s, x); }
INLINE vr set1(real x) { return vset1(x); }
INLINE vr larger(vr a, vr b) { return vmax(a, b); }
INLINE vr power(vr x) { return vexp2(x * (real)LOG2E); }
#endif

enum { SIDE = 4 }; /* vectors that do not wait for each other */

INLINE real largest(const real *s, ptrdiff_t n, real scale, real m) {
  vr top[SIDE];
  ptrdiff_t j = 0;
  for (int l = 0; l < SIDE; l++) top[l] = set1(m);
  for (; j + SIDE * LANES <= n; j += SIDE * LANES)
    UNROLL for (int l = 0; l < SIDE; l++) top[l] = larger(load(s + j + l * LANES) * scale, top[l]);
  for (; j + LANES <= n; j += LANES) top[0] = larger(load(s + j) * scale, top[0]);
  const vr all = larger(larger(top[0], top[1]), larger(top[2], top[3]));
  for (int l = 0; l < LANES; l++) m = all[l] > m ? all[l] : m;
  for (; j < n; j++) m = s[j] * scale > m ? s[j] * scale : m;
  return m;
}

/* One vector of scores becomes one of powers, which is returned. */
INLINE vr weigh(real *s, real scale, real m) {
  const vr x = power(load(s) * scale - m);
  store(s, x);
  return x;
}

real SOFTMAX(real *s, ptrdiff_t n, real scale, real *m) {
  vr sum[SIDE] = {{0}};
  real rest[LANES] = {0}, all = 0;
  ptrdiff_t j = 0;
  *m = largest(s, n, scale, *m);
  for (; j + SIDE * LANES <= n; j += SIDE * LANES)
    UNROLL for (int l = 0; l < SIDE; l++) sum[l] += weigh(s + j + l * LANES, scale, *m);
  for (; j + LANES <= n; j += LANES) sum[0] += weigh(s + j, scale, *m);
  memcpy(rest, s + j, (size_t)(n - j) * sizeof *rest);
  (void)weigh(rest, scale, *m);
  memcpy(s + j, rest, (size_t)(n - j) * sizeof *rest);
  const vr sums = (sum[0] + sum[1]) + (sum[2] + sum[3]);
  for (int l = 0; l < LANES; l++) all += sums[l];
  for (ptrdiff_t l = 0; l < n - j; l++) all += rest[l];
  return all;
}
