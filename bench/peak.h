/* The limits of the machine: loops of multiply-adds in registers, and loops that only read. */
#ifndef ATTEST_BENCH_PEAK_H
#define ATTEST_BENCH_PEAK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "attest.h"

typedef struct peak_loop {
  const char *isa;  /* its name in the names of variants: "amx", "avx512bf16", "avx512", "avx2", "base", "neon" */
  const char *type; /* "f32" or "f64"; "bf16" of "amx" and "avx512bf16" */
  double flops;     /* FLOP of one round: 2 for a multiply-add, 1 for a multiplication or an addition */
  void (*run)(int64_t count); /* count rounds */
} peak_loop;

typedef struct read_loop {
  const char *isa;
  /* Loads each byte once. bytes: a multiple of 1024; data: aligned to 64. */
  void (*run)(const void *data, size_t bytes);
} read_loop;

/* Loop n of those that this machine can run, the widest first; NULL after the last. The choice is that of the fast
   variants, ATTEST_CPU included. */
const peak_loop *peak_loop_at(size_t n);
const read_loop *read_loop_widest(void);

/* The instruction set that the kernels of a variant are compiled for: part of its name; for plain C ("blocked") the
   compiler's default, "base" or "neon". All others, peers included, select one themselves: the widest of this machine
   is assumed. */
const char *peak_isa_of(const char *variant);

/* How many times as fast as f32 multiply-adds of a narrower type are at most, by instructions for which there is no
   loop: AVX512-FP16, and Arm's half precision and BFMMLA. */
double peak_of_narrow(attest_dtype dtype);

/* The type of the multiply-adds of a variant for a problem in dtype. Some instruction sets have only one type. */
const char *peak_type_of(const char *variant, attest_dtype dtype);

#endif
