/* The instruction set that a kernel is compiled for, as the variant tells it: ISA is its name. */
#ifndef ATTEST_OPT_ISA_H
#define ATTEST_OPT_ISA_H

#include "opt/cpu.h"
#include "opt/vector.h"

#define ISA_PASTE_(a, b) a##_##b
#define ISA_PASTE(a, b) ISA_PASTE_(a, b)
#define ISA_TEXT_(a) #a
#define ISA_TEXT(a) ISA_TEXT_(a)

/* prefix_ISA, and "ISA" */
#define ISA_SYMBOL(prefix) ISA_PASTE(prefix, ISA)
#define ISA_NAME ISA_TEXT(ISA)

#ifdef TILES
#define ISA_NEEDS (CPU_AVX512 | CPU_AVX512_BF16 | CPU_AMX_BF16)
#elif defined PAIRS
#define ISA_NEEDS (CPU_AVX512 | CPU_AVX512_BF16)
#elif W == 16
#define ISA_NEEDS CPU_AVX512
#elif W == 8
#define ISA_NEEDS CPU_AVX2
#else
#define ISA_NEEDS 0
#endif

#endif
