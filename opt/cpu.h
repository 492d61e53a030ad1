/* What the machine can run. */
#ifndef ATTEST_OPT_CPU_H
#define ATTEST_OPT_CPU_H

#include <stddef.h>

enum {
  CPU_AVX2 = 1,   /* with FMA and F16C */
  CPU_AVX512 = 2, /* F, BW, DQ, VL */
  CPU_AVX512_BF16 = 4,
  CPU_FAST_BF16 = 8, /* a vdpbf16ps starts as often as a multiply-add: it does twice the work */
  CPU_AMX_BF16 = 16  /* tiles of bfloat16, where the system lets the process use them */
};

/* The features of this machine, less those above what the environment variable ATTEST_CPU allows: base, avx2, avx512 or
   avx512bf16. So every path can be tried on one machine. A name that is none of these allows everything. */
unsigned cpu_features(void);

/* Name n of those that ATTEST_CPU takes; NULL after the last. */
const char *cpu_limit_name(size_t n);

#endif
