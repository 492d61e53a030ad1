/* What a variant is to the registry: pieces of work that threads take one by one. */
#ifndef ATTEST_OPT_VARIANT_H
#define ATTEST_OPT_VARIANT_H

#include "attest.h"
#include "opt/slice.h"

/* How a variant divides a problem. What the pieces compute must not depend on threads, nor on who takes which. */
typedef struct plan {
  int64_t pieces; /* independent of each other */
  /* after all pieces, independent of each other: what they left in the shared memory becomes the answer; may be 0 */
  int64_t joins;
  int64_t rows;  /* of a piece, or whatever the variant keeps here for itself */
  size_t shared; /* bytes that pieces leave for joins */
  size_t own;    /* bytes of one thread, for one piece at a time */
} plan;

typedef struct variant {
  const char *name;
  unsigned needs; /* of the CPU: opt/cpu.h */
  unsigned pays;  /* of the CPU: what makes it faster than those after it; else it is computed by name only */
  /* Whether it computes this problem (checked before) with this answer; where it does not, another is selected. */
  bool (*supports)(const attest_problem *p, const attest_answer *a);
  plan (*plan)(const attest_problem *p, int threads);
  /* Piece n, and join n; shared and own are aligned to 64 bytes. */
  void (*piece)(const attest_problem *p, const attest_answer *a, const plan *plan, int64_t n, void *shared, void *own);
  /* NULL if there is none */
  void (*join)(const attest_problem *p, const attest_answer *a, const plan *plan, int64_t n, void *shared);
  bool rounds_weights; /* to the type of the inputs, before they multiply values */
} variant;

/* The variants; registry.c has them in the order in which they are preferred. */
extern const variant variant_amxbf16, variant_avx512bf16, variant_avx512, variant_avx2, variant_base, variant_neon,
    variant_decode_avx512, variant_decode_avx2, variant_decode_base, variant_decode_neon, variant_blocked,
    variant_blocked64;

/* There only where they are linked, for they need a library of their own (opt/blas.c): else their addresses are NULL.
   */
extern const variant variant_blas_tiled __attribute__((weak)), variant_blas __attribute__((weak)),
    variant_blas_tiled64 __attribute__((weak)), variant_blas64 __attribute__((weak));

#endif
