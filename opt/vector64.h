/* A vector of D doubles, as wide as one of floats, for each instruction set: what opt/softmax.c computes in for f64.

     vfma64(a, b, c)  a * b + c
     vmax64(a, b)     a > b ? a : b: b where one is NaN
     vexp64(x)        e^x for x <= 0, to a relative error of 2^-51 (2 ulp), subnormal results rounded once; 0 at
                      -infinity; NaN stays NaN

   e^x: with n the integer nearest to x log2(e) and r = x - n log(2), |r| <= log(2) / 2, e^x = 2^n e^r, and e^r is
   Taylor's sum up to r^13 / 13!, short of it by at most 2^-57 of it. log(2) is taken in two parts [Cody1980,
   chapter 6]: n times the first, of 32 bits, is exact. */
#ifndef ATTEST_OPT_VECTOR64_H
#define ATTEST_OPT_VECTOR64_H

#include "opt/vector.h"

#define D (W / 2)

typedef double vd __attribute__((vector_size(8 * D)));
typedef int64_t vl __attribute__((vector_size(8 * D)));
typedef uint64_t vul __attribute__((vector_size(8 * D)));

INLINE vd vload64(const double *p) { /* not aligned, as vstore64 */
  vd x;
  memcpy(&x, p, sizeof x);
  return x;
}
INLINE void vstore64(double *p, vd x) { memcpy(p, &x, sizeof x); }
INLINE vd vset64(double x) { return x - (vd){0}; } /* as vset1 */

#if W == 16
INLINE vd vfma64(vd a, vd b, vd c) { return _mm512_fmadd_pd(a, b, c); }
INLINE vd vmax64(vd a, vd b) { return _mm512_max_pd(a, b); }
#elif W == 8
INLINE vd vfma64(vd a, vd b, vd c) { return _mm256_fmadd_pd(a, b, c); }
INLINE vd vmax64(vd a, vd b) { return _mm256_max_pd(a, b); }
#elif defined __ARM_NEON
INLINE vd vfma64(vd a, vd b, vd c) { return (vd)vfmaq_f64((float64x2_t)c, (float64x2_t)a, (float64x2_t)b); }
INLINE vd vmax64(vd a, vd b) {
  const vl mask = a > b;
  return (vd)((mask & (vl)a) | (~mask & (vl)b));
}
#else
INLINE vd vfma64(vd a, vd b, vd c) { return a * b + c; }
INLINE vd vmax64(vd a, vd b) { return _mm_max_pd(a, b); }
#endif

/* Adding 1.5 * 2^52 + 1087 rounds to an integer n and leaves n + 1087 in the low bits: in the exponent's place they are
   2^(n + 64), a normal number wherever e^x is not 0, and the last product rounds once. At n = -1087 they are 0, so x
   clamped there gives an exact zero, without the time that a result which underflows takes. */
INLINE vd vexp64(vd x) {
  static const double inverse_factorial[] = {1.0 / 6227020800, 1.0 / 479001600, 1.0 / 39916800, 1.0 / 3628800,
                                             1.0 / 362880,     1.0 / 40320,     1.0 / 5040,     1.0 / 720,
                                             1.0 / 120,        1.0 / 24,        1.0 / 6,        1.0 / 2};
  const vd shifter = vset64(0x1.8p52 + 1087);
  x = vmax64(vset64(-1087 / LOG2E), x); /* in this order a NaN stays */
  const vd u = vfma64(x, vset64(LOG2E), shifter), n = u - shifter;
  const vd r = vfma64(n, vset64(-0x1.a39ef35793c76p-33), vfma64(n, vset64(-0x1.62e42feep-1), x));
  vd p = vset64(inverse_factorial[0]);
  UNROLL for (int k = 1; k < 12; k++) p = vfma64(p, r, vset64(inverse_factorial[k]));
  p = vfma64(p, r * r, r) + 1;
  return p * (vd)((vul)u << 52) * 0x1p-64;
}

#endif
