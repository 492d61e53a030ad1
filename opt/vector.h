/* A vector of W floats, for each instruction set: what the kernels are written in.

   vf and vi are the compiler's own vector types (GNU C), so + - * < == work on them, lane by lane; comparisons give all
   ones or 0. What these do not say well is here, a few lines for each instruction set:
     vfma(a, b, c)    a * b + c
     vmax(a, b)       a > b ? a : b: b where one is NaN
     vany_above(a, b) whether a > b in some lane
     vexp2(t)         2^t for t <= 126, to a relative error of 2^-22 (2 ulp); below the smallest normal number
                      below -126, 0 at -infinity; NaN stays NaN
     vsee(x, bits)    x in the lanes whose bit is set, -infinity in the others
     vadd_seen(b, x)  b + x, but -infinity where b is, whatever x
     vload_some(p, n) the first n floats from p on, then 0; nothing after them is read
     vwiden_f16(p), vwiden_bf16(p)          W floats from 16-bit numbers, exactly
     vnarrow_f16(p, x), vnarrow_bf16(p, x)  to the nearest, ties to even

   2^t: with n an integer near t and r = t - n, 2^t = 2^n p(r), p of degree 5: the minimax polynomials, in relative
   error, on [-1/2, 1/2] with p(0) = 1 and on [0, 1), their coefficients in binary32. tests/unit/test_vector.c says how
   far powers and tanh are off. */
#ifndef ATTEST_OPT_VECTOR_H
#define ATTEST_OPT_VECTOR_H

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if defined __SSE2__
#include <immintrin.h>
#elif defined __ARM_NEON
#include <arm_neon.h>
#endif

#if defined __AVX512F__
#define W 16
#elif defined __AVX2__ && defined __FMA__
#define W 8
#else
#define W 4
#endif

#define LOG2E 1.4426950408889634
/* how far a reference score may lag behind the largest before sums are rescaled: powers stay below 2^8, or e^8 */
#define SLACK 8.0f

#define UNLIKELY(x) __builtin_expect(!!(x), 0)
#define COLD static __attribute__((noinline, cold))
#define MIN(a, b) ((a) < (b) ? (a) : (b))

typedef float vf __attribute__((vector_size(4 * W)));
typedef int32_t vi __attribute__((vector_size(4 * W)));
typedef uint32_t vu __attribute__((vector_size(4 * W)));
typedef uint16_t vh __attribute__((vector_size(2 * W)));
typedef float vf_aliased __attribute__((vector_size(4 * W), may_alias));

#define INLINE static inline __attribute__((always_inline))

/* Every loop over an array of accumulators has to disappear, or the array lives in memory, at a third of the speed: gcc
   reads one spelling of the wish and clang 14 the other. */
#ifdef __clang__
#define UNROLL _Pragma("clang loop unroll(full)")
#else
#define UNROLL _Pragma("GCC unroll 64")
#endif

/* x must now be in a register. gcc 12 tuned for some processors (znver3) folds a load into each of the multiply-adds
   that use it: four loads become sixteen and the load ports saturate (75% of peak instead of 92%). Two-operand SSE
   wants the operand in memory. */
#if defined __AVX512F__
#define KEEP(x) __asm__("" : "+v"(x))
#elif defined __AVX2__
#define KEEP(x) __asm__("" : "+x"(x))
#elif defined __ARM_NEON
#define KEEP(x) __asm__("" : "+w"(x))
#else
#define KEEP(x) ((void)0)
#endif

INLINE vf vload(const float *p) { return *(const vf_aliased *)p; } /* aligned */
INLINE vf vload_any(const float *p) {                              /* not aligned */
  vf x;
  memcpy(&x, p, sizeof x);
  return x;
}
INLINE void vstore(float *p, vf x) { *(vf_aliased *)p = x; }
INLINE void vstore_any(float *p, vf x) { memcpy(p, &x, sizeof x); }
INLINE vf vset1(float x) { return x - (vf){0}; } /* x - 0 is x, -0 and NaN included */
INLINE vf vselect(vi mask, vf a, vf b) { return (vf)((mask & (vi)a) | (~mask & (vi)b)); }

/* Half of the last place that stays, less one where it is even, carries into it; a NaN keeps its upper half and becomes
   quiet. */
INLINE void vnarrow_bf16(uint16_t *p, vf x) {
  const vi bits = (vi)x, rounded = bits + 0x7fff + (bits >> 16 & 1), quiet = bits | 0x400000;
  const vi kept = (vi)vselect(x == x, (vf)rounded, (vf)quiet);
  const vh h = __builtin_convertvector(kept >> 16, vh);
  memcpy(p, &h, sizeof h);
}

#if W == 16

INLINE vf vfma(vf a, vf b, vf c) { return _mm512_fmadd_ps(a, b, c); }
INLINE vf vmax(vf a, vf b) { return _mm512_max_ps(a, b); }
INLINE vf vload_some(const float *p, ptrdiff_t n) { return _mm512_maskz_loadu_ps((__mmask16)((1u << n) - 1), p); }
INLINE int vany_above(vf a, vf b) { return _mm512_cmp_ps_mask(a, b, _CMP_GT_OQ); }
INLINE vf vsee(vf x, uint32_t bits) { return _mm512_mask_mov_ps(vset1(-INFINITY), (__mmask16)bits, x); }
INLINE vf vadd_seen(vf b, vf x) {
  return _mm512_mask_add_ps(b, _mm512_cmp_ps_mask(b, vset1(-INFINITY), _CMP_NEQ_UQ), b, x);
}
INLINE vf vwiden_bf16(const uint16_t *p) {
  return (vf)((vu)_mm512_cvtepu16_epi32(_mm256_loadu_si256((const __m256i *)p)) << 16);
}
INLINE vf vwiden_f16(const uint16_t *p) { return _mm512_cvtph_ps(_mm256_loadu_si256((const __m256i *)p)); }
INLINE void vnarrow_f16(uint16_t *p, vf x) {
  _mm256_storeu_si256((__m256i *)p, _mm512_cvtps_ph(x, _MM_FROUND_TO_NEAREST_INT));
}

/* vreduceps gives t - floor(t), vscalefps multiplies by 2^floor(t). */
INLINE vf vexp2(vf t) {
  const vf r = _mm512_reduce_ps(t, 0x09);
  vf p = vset1(1.8775767e-3f);
  p = vfma(p, r, vset1(8.98933969438e-3f));
  p = vfma(p, r, vset1(5.58263175189e-2f));
  p = vfma(p, r, vset1(2.40153610706e-1f));
  p = vfma(p, r, vset1(6.93153083324e-1f));
  p = vfma(p, r, vset1(9.999999404e-1f));
  return _mm512_scalef_ps(p, t);
}

#else

/* Lane l is all ones where bit l is set. */
INLINE vi vlanes(uint32_t bits) {
#if W == 8
  const vi bit = {1, 2, 4, 8, 16, 32, 64, 128};
#else
  const vi bit = {1, 2, 4, 8};
#endif
  return (bit & (int32_t)bits) == bit;
}

#if W == 8

INLINE vf vfma(vf a, vf b, vf c) { return _mm256_fmadd_ps(a, b, c); }
INLINE vf vmax(vf a, vf b) { return _mm256_max_ps(a, b); }
INLINE int vany_above(vf a, vf b) { return _mm256_movemask_ps(_mm256_cmp_ps(a, b, _CMP_GT_OQ)); }
INLINE vf vsee(vf x, uint32_t bits) { return _mm256_blendv_ps(vset1(-INFINITY), x, (vf)vlanes(bits)); }
INLINE vf vwiden_bf16(const uint16_t *p) {
  return (vf)((vu)_mm256_cvtepu16_epi32(_mm_loadu_si128((const __m128i *)p)) << 16);
}
INLINE vf vwiden_f16(const uint16_t *p) { return _mm256_cvtph_ps(_mm_loadu_si128((const __m128i *)p)); }
INLINE void vnarrow_f16(uint16_t *p, vf x) {
  _mm_storeu_si128((__m128i *)p, _mm256_cvtps_ph(x, _MM_FROUND_TO_NEAREST_INT));
}

#elif defined __ARM_NEON

INLINE vf vfma(vf a, vf b, vf c) { return (vf)vfmaq_f32((float32x4_t)c, (float32x4_t)a, (float32x4_t)b); }
INLINE vf vmax(vf a, vf b) { return vselect(a > b, a, b); }
INLINE int vany_above(vf a, vf b) { return vmaxvq_u32((uint32x4_t)(a > b)) != 0; }
INLINE vf vsee(vf x, uint32_t bits) { return vselect(vlanes(bits), x, vset1(-INFINITY)); }
INLINE vf vwiden_bf16(const uint16_t *p) { return (vf)vshll_n_u16(vld1_u16(p), 16); }
INLINE vf vwiden_f16(const uint16_t *p) { return (vf)vcvt_f32_f16(vld1_f16((const __fp16 *)p)); }
INLINE void vnarrow_f16(uint16_t *p, vf x) { vst1_f16((__fp16 *)p, vcvt_f16_f32((float32x4_t)x)); }

#else /* SSE2: no fused multiply-add, no conversion from binary16 */

INLINE vf vfma(vf a, vf b, vf c) { return a * b + c; }
INLINE vf vmax(vf a, vf b) { return _mm_max_ps(a, b); }
INLINE int vany_above(vf a, vf b) { return _mm_movemask_ps(_mm_cmpgt_ps(a, b)); }
INLINE vf vsee(vf x, uint32_t bits) { return vselect(vlanes(bits), x, vset1(-INFINITY)); }

INLINE vf vwiden_bf16(const uint16_t *p) {
  return (vf)_mm_unpacklo_epi16(_mm_setzero_si128(), _mm_loadl_epi64((const __m128i *)(const void *)p));
}

/* The fraction and exponent of binary16 moved into place are the number times 2^-112, subnormals included; infinities
   and NaN get their exponent filled. */
INLINE vf vwiden_f16(const uint16_t *p) {
  const vu h = {p[0], p[1], p[2], p[3]}, sign = (h & 0x8000) << 16, magnitude = (h & 0x7fff) << 13;
  const vf scaled = (vf)magnitude * 0x1p112f;
  return (vf)(sign | (vu)vselect((vi)(magnitude >= 0x0f800000), (vf)(magnitude | 0x7f800000), scaled));
}

/* Normal results: as bfloat16, with the exponent moved, up to the carry that makes infinity; subnormal ones: adding 1/2
   leaves the number's multiple of 2^-24, rounded, in the low bits. */
INLINE void vnarrow_f16(uint16_t *p, vf x) {
  const vi bits = (vi)x, sign = bits >> 16 & 0x8000, magnitude = bits & 0x7fffffff;
  const vi normal = (magnitude - 0x38000000 + 0xfff + (magnitude >> 13 & 1)) >> 13;
  const vi small = (vi)((vf)magnitude + 0.5f) - (vi)vset1(0.5f);
  const vi finite = (vi)vselect(magnitude < 0x38800000, (vf)small, (vf)normal);
  const vi big =
      (vi)vselect(magnitude > 0x7f800000, (vf)((magnitude >> 13 & 0x3ff) | 0x7e00), (vf)(magnitude * 0 + 0x7c00));
  const vh h = __builtin_convertvector((vi)vselect(magnitude >= 0x477ff000, (vf)big, (vf)finite) | sign, vh);
  memcpy(p, &h, sizeof h);
}

#endif

INLINE vf vadd_seen(vf b, vf x) { return vselect(b == -INFINITY, b, b + x); }
INLINE vf vload_some(const float *p, ptrdiff_t n) {
  vf x = {0};
  memcpy(&x, p, (size_t)n * sizeof *p);
  return x;
}

/* Adding 1.5 * 2^23 + 127 rounds t to an integer n and leaves n + 127 in the low bits: in the exponent's place they are
   2^n. At n = -127 that is 0, so t clamped there gives an exact zero. */
INLINE vf vexp2(vf t) {
  const vf shifter = vset1(12582912.0f + 127.0f);
  t = vmax(vset1(-127.0f), t); /* in this order a NaN stays */
  const vf u = t + shifter, r = t - (u - shifter);
  vf p = vset1(1.3269521296024323e-3f);
  p = vfma(p, r, vset1(9.671291336417198e-3f));
  p = vfma(p, r, vset1(5.55071085691452e-2f));
  p = vfma(p, r, vset1(2.4022246897220612e-1f));
  p = vfma(p, r, vset1(6.931470036506653e-1f));
  p = vfma(p, r, vset1(1.0f));
  return p * (vf)((vu)u << 23);
}

#endif

/* 4 floats from each of W / 4 rows, every fourth of those given, side by side; and back. */
#if W == 16
INLINE vf vload_quads(const float *const row[], ptrdiff_t at) {
  const __m512 x = _mm512_insertf32x4(_mm512_castps128_ps512(_mm_loadu_ps(row[0] + at)), _mm_loadu_ps(row[4] + at), 1);
  return _mm512_insertf32x4(_mm512_insertf32x4(x, _mm_loadu_ps(row[8] + at), 2), _mm_loadu_ps(row[12] + at), 3);
}
INLINE void vstore_quads(float *const row[], ptrdiff_t at, vf x) {
  _mm_storeu_ps(row[0] + at, _mm512_castps512_ps128(x));
  _mm_storeu_ps(row[4] + at, _mm512_extractf32x4_ps(x, 1));
  _mm_storeu_ps(row[8] + at, _mm512_extractf32x4_ps(x, 2));
  _mm_storeu_ps(row[12] + at, _mm512_extractf32x4_ps(x, 3));
}
#elif W == 8
INLINE vf vload_quads(const float *const row[], ptrdiff_t at) {
  return _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_loadu_ps(row[0] + at)), _mm_loadu_ps(row[4] + at), 1);
}
INLINE void vstore_quads(float *const row[], ptrdiff_t at, vf x) {
  _mm_storeu_ps(row[0] + at, _mm256_castps256_ps128(x));
  _mm_storeu_ps(row[4] + at, _mm256_extractf128_ps(x, 1));
}
#else
INLINE vf vload_quads(const float *const row[], ptrdiff_t at) { return vload_any(row[0] + at); }
INLINE void vstore_quads(float *const row[], ptrdiff_t at, vf x) { vstore_any(row[0] + at, x); }
#endif

/* In each 4 lanes, one or two of a and of b in turn: from their lower halves, from their upper ones. */
#if W == 16
INLINE vf vones_low(vf a, vf b) {
  return __builtin_shufflevector(a, b, 0, 16, 1, 17, 4, 20, 5, 21, 8, 24, 9, 25, 12, 28, 13, 29);
}
INLINE vf vones_high(vf a, vf b) {
  return __builtin_shufflevector(a, b, 2, 18, 3, 19, 6, 22, 7, 23, 10, 26, 11, 27, 14, 30, 15, 31);
}
INLINE vf vtwos_low(vf a, vf b) {
  return __builtin_shufflevector(a, b, 0, 1, 16, 17, 4, 5, 20, 21, 8, 9, 24, 25, 12, 13, 28, 29);
}
INLINE vf vtwos_high(vf a, vf b) {
  return __builtin_shufflevector(a, b, 2, 3, 18, 19, 6, 7, 22, 23, 10, 11, 26, 27, 14, 15, 30, 31);
}
#elif W == 8
INLINE vf vones_low(vf a, vf b) { return __builtin_shufflevector(a, b, 0, 8, 1, 9, 4, 12, 5, 13); }
INLINE vf vones_high(vf a, vf b) { return __builtin_shufflevector(a, b, 2, 10, 3, 11, 6, 14, 7, 15); }
INLINE vf vtwos_low(vf a, vf b) { return __builtin_shufflevector(a, b, 0, 1, 8, 9, 4, 5, 12, 13); }
INLINE vf vtwos_high(vf a, vf b) { return __builtin_shufflevector(a, b, 2, 3, 10, 11, 6, 7, 14, 15); }
#else
INLINE vf vones_low(vf a, vf b) { return __builtin_shufflevector(a, b, 0, 4, 1, 5); }
INLINE vf vones_high(vf a, vf b) { return __builtin_shufflevector(a, b, 2, 6, 3, 7); }
INLINE vf vtwos_low(vf a, vf b) { return __builtin_shufflevector(a, b, 0, 1, 4, 5); }
INLINE vf vtwos_high(vf a, vf b) { return __builtin_shufflevector(a, b, 2, 3, 6, 7); }
#endif

/* a and b, two vectors made of groups of G lanes, folded into one: each pair of neighbouring groups is added, those of
   a and of b in turn. */
#if W == 16
INLINE vf vfold1(vf a, vf b) {
  return __builtin_shufflevector(a, b, 0, 16, 2, 18, 4, 20, 6, 22, 8, 24, 10, 26, 12, 28, 14, 30) +
         __builtin_shufflevector(a, b, 1, 17, 3, 19, 5, 21, 7, 23, 9, 25, 11, 27, 13, 29, 15, 31);
}
INLINE vf vfold2(vf a, vf b) {
  return __builtin_shufflevector(a, b, 0, 1, 16, 17, 4, 5, 20, 21, 8, 9, 24, 25, 12, 13, 28, 29) +
         __builtin_shufflevector(a, b, 2, 3, 18, 19, 6, 7, 22, 23, 10, 11, 26, 27, 14, 15, 30, 31);
}
INLINE vf vfold4(vf a, vf b) {
  return __builtin_shufflevector(a, b, 0, 1, 2, 3, 16, 17, 18, 19, 8, 9, 10, 11, 24, 25, 26, 27) +
         __builtin_shufflevector(a, b, 4, 5, 6, 7, 20, 21, 22, 23, 12, 13, 14, 15, 28, 29, 30, 31);
}
INLINE vf vfold8(vf a, vf b) {
  return __builtin_shufflevector(a, b, 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23) +
         __builtin_shufflevector(a, b, 8, 9, 10, 11, 12, 13, 14, 15, 24, 25, 26, 27, 28, 29, 30, 31);
}
#elif W == 8
INLINE vf vfold1(vf a, vf b) {
  return __builtin_shufflevector(a, b, 0, 8, 2, 10, 4, 12, 6, 14) +
         __builtin_shufflevector(a, b, 1, 9, 3, 11, 5, 13, 7, 15);
}
INLINE vf vfold2(vf a, vf b) {
  return __builtin_shufflevector(a, b, 0, 1, 8, 9, 4, 5, 12, 13) +
         __builtin_shufflevector(a, b, 2, 3, 10, 11, 6, 7, 14, 15);
}
INLINE vf vfold4(vf a, vf b) {
  return __builtin_shufflevector(a, b, 0, 1, 2, 3, 8, 9, 10, 11) +
         __builtin_shufflevector(a, b, 4, 5, 6, 7, 12, 13, 14, 15);
}
#else
INLINE vf vfold1(vf a, vf b) {
  return __builtin_shufflevector(a, b, 0, 4, 2, 6) + __builtin_shufflevector(a, b, 1, 5, 3, 7);
}
INLINE vf vfold2(vf a, vf b) {
  return __builtin_shufflevector(a, b, 0, 1, 4, 5) + __builtin_shufflevector(a, b, 2, 3, 6, 7);
}
#endif

/* Lane l of the result is the sum of the lanes of the vector at x + l * W: W vectors become one by folding. */
INLINE vf vsums(const float *x) {
  vf y[W];
  UNROLL for (int l = 0; l < W; l++) y[l] = vload(x + l * W);
  UNROLL for (int l = 0; l < W; l += 2) y[l] = vfold1(y[l], y[l + 1]);
  UNROLL for (int l = 0; l < W; l += 4) y[l] = vfold2(y[l], y[l + 2]);
#if W >= 8
  UNROLL for (int l = 0; l < W; l += 8) y[l] = vfold4(y[l], y[l + 4]);
#endif
#if W >= 16
  y[0] = vfold8(y[0], y[8]);
#endif
  return y[0];
}

/* tanh(x): for |x| < 5/8 an odd polynomial (Cephes, tanhf), so that small scores keep their relative accuracy; else 1 -
   2 / (e^(2|x|) + 1) with the sign of x. To a relative error of 2^-22. */
INLINE vf vtanh(vf x) {
  const vf magnitude = vselect(x < 0.0f, -x, x), square = x * x, power = vexp2(magnitude * (float)(-2 * LOG2E));
  const vf large = (1.0f - power) / (1.0f + power);
  vf p = vset1(-5.70498872745e-3f);
  p = vfma(p, square, vset1(2.06390887954e-2f));
  p = vfma(p, square, vset1(-5.37397155531e-2f));
  p = vfma(p, square, vset1(1.33314422036e-1f));
  p = vfma(p, square, vset1(-3.33332819422e-1f));
  const vf small = vfma(p * square, x, x);
  return vselect(magnitude < 0.625f, small, vselect(x < 0.0f, -large, large));
}

#endif
