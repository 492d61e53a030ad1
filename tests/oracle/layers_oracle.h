/* An independent evaluation of multi-head attention and of the pre-norm block, in long double (64 bits of precision on
   x86), where each number carries the largest error that any binary64 evaluation of the same formulas may have there: u
   = 2^-53, gamma_n = n u / (1 - n u); a sum of n products errs by gamma_n times the sum of their magnitudes whatever
   its order, exp and sqrt by 2 ulp at most, and errors of operands pass on. Projections are made when a score needs
   them, exponentials are taken of the scores themselves, heads are summed up through their share of W_O, variance is
   E[x^2] - E[x]^2. */
#ifndef ATTEST_TESTS_LAYERS_ORACLE_H
#define ATTEST_TESTS_LAYERS_ORACLE_H

#include "attest_layers.h"

typedef struct {
  long double value;
  double error;
} estimate;

/* y, q_len x d_model, of x, q_len x d_model, and context, kv_len x d_context, as attest_multi_head_forward. */
void oracle_multi_head(const attest_multi_head *a, const estimate *x, int64_t q_len, const estimate *context,
                       int64_t kv_len, bool causal, estimate *y);

/* y of x, rows x cols, as the LN of attest_block. */
void oracle_layer_norm(const estimate *x, const double *gain, const double *offset, double epsilon, int64_t rows,
                       int64_t cols, estimate *y);

/* x, rows x d_model, in place. */
void oracle_block(const attest_block *b, estimate *x, int64_t rows, bool causal);

#endif
