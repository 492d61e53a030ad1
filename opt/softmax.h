/* One step of the online softmax on a row of products, in vectors of each instruction set: what stands between the two
   matrix products of opt/blas.c [Milakov2018, algorithm 3]. */
#ifndef ATTEST_OPT_SOFTMAX_H
#define ATTEST_OPT_SOFTMAX_H

#include <stddef.h>

/* s[j] becomes exp(scale * s[j] - m), 0 <= j < n, where m is the largest of *m and all scale * s[j] but NaN; the result
   is their sum. *m becomes m. A NaN stays one. */
typedef float softmax_f32(float *s, ptrdiff_t n, float scale, float *m);
typedef double softmax_f64(double *s, ptrdiff_t n, double scale, double *m);

/* Those of neon on aarch64, the others on x86-64. */
softmax_f32 softmax_base, softmax_avx2, softmax_avx512, softmax_neon;
softmax_f64 softmax64_base, softmax64_avx2, softmax64_avx512, softmax64_neon;

#endif
