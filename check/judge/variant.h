/* The fast variants as candidates, with a workspace for each call. */
#ifndef ATTEST_CHECK_VARIANT_H
#define ATTEST_CHECK_VARIANT_H

#include "attest_check.h"

/* The name of the variant that attest_attention selects for each problem. */
#define VARIANT_SELECTED "attest"

/* Returns the variant's own name if this machine can run a variant of that name, else NULL. */
const char *variant_find(const char *name);

/* Computes an answer. Fails as attest_attention does, and with ATTEST_FAILED if there is no memory. */
attest_status variant_answer(const char *name, const attest_problem *problem, const attest_answer *answer);

/* The same, widened to binary64: out, lse and weights are contiguous, as those of attest_reference; lse and weights may
   be NULL. */
attest_status variant_compute(const char *name, const attest_problem *problem, double *out, double *lse,
                              double *weights);

/* Describes the variant. The arithmetic is that of attest_variant_arithmetic; for VARIANT_SELECTED it stays as it is.
   ATTEST_UNSUPPORTED if the variant does not take problems of this type. */
attest_status variant_describe(const char *name, attest_dtype dtype, attest_description *description);

#endif
