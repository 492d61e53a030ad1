/* One step of the online softmax on a row of products, in vectors of each instruction set: what stands between the two
   matrix products of opt/blas.c (Milakov & Gimelshein 2018, algorithm 3). */
#ifndef ATTEST_OPT_SOFTMAX_H
#define ATTEST_OPT_SOFTMAX_H

#include <stddef.h>

/* s[j] becomes exp(scale * s[j] - m), 0 <= j < n, where m is the largest of *m and all scale * s[j] but NaN; the result
   is their sum. *m becomes m. A NaN stays one. */
typedef float softmax_step(float *s, ptrdiff_t n, float scale, float *m);

/* NULL where the machine is of another kind. */
softmax_step softmax_base __attribute__((weak)), softmax_avx2 __attribute__((weak)),
    softmax_avx512 __attribute__((weak)), softmax_neon __attribute__((weak));

#endif
