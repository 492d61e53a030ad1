/* What the machine can do at most: loops of multiply-adds in registers alone, and loops that only read. */
#ifndef ATTEST_BENCH_PEAK_H
#define ATTEST_BENCH_PEAK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "attest.h"

typedef struct peak_loop {
  const char *isa;            /* what is in the names of the variants of an instruction set: "amx", "avx512", "avx2", "base" or "neon" */
  const char *type;           /* "f32" or "f64"; "bf16" of "amx" */
  double flops;               /* of one round: 2 a multiply-add, 1 a multiplication or an addition */
  void (*run)(int64_t count); /* count rounds */
} peak_loop;

typedef struct read_loop {
  const char *isa;
  /* Loads each of the bytes, a multiple of 1024, once; data aligned to 64. */
  void (*run)(const void *data, size_t bytes);
} read_loop;

/* Loop n of those that this machine can run, the widest first; NULL after the last. Which those are follows the fast variants: also ATTEST_CPU. */
const peak_loop *peak_loop_at(size_t n);
const read_loop *read_loop_widest(void);

/* The instruction set that the kernels of a variant are compiled for, which is in its name; of one in plain C ("blocked") the compiler's default, "base" or
   "neon". All others, peers among them, choose by themselves: the widest of this machine. */
const char *peak_isa_of(const char *variant);

/* The type of its multiply-adds for a problem in dtype: the only one of its instruction set, where there is one. */
const char *peak_type_of(const char *variant, attest_dtype dtype);

#endif
