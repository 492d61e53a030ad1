/* How far the binary64 reference may be from the exact answer: derived, not fitted.

   u = 2^-53; every operation of the reference is correctly rounded, except exp, log and tanh, for which 2 ulp are
   granted (error <= 4u relative; glibc documents at most 1 to 2); gamma_n = n u / (1 - n u); w, s, lse, out exact, a_j
   = |scale| sum_c |q_c k_jc|.
     score     es_j = gamma_{d_k+16} a_j + 2u |s_j|: d_k for the sum of products, 3 for the default scale and its
               product, and 8 for softcap (x/c, tanh, c*tanh: at most 7u |x| since |c tanh(x/c)| <= |x| <= a_j), the
               rest in reserve; 2u |s_j| for the bias
     exp       the computed maximum m' is a number like any other: weights do not depend on which one is subtracted.
               With
               |m'| and |s_j - m'| known to relative accuracy, fl(exp(fl(s'_j - m'))) = exp(s_j - m') (1 + D_j),
               |D_j| <= D_j := exp(es_j + 2u |s_j - m|) (1 + 4u) - 1, plus underflow of at most 2^-1074
     sum       of n positive terms and a sink: relative error R = sum_j w_j D_j + w_sink D_sink + gamma_{n+1} + (n+1)
               2^-1074
     weight    |w'_j - w_j| <= B_j := w_j ((1 + D_j)(1 + 2u) / (1 - R) - 1) + 2^-1073
     out       |out'_c - out_c| <= sum_j B_j |v_jc| + gamma_{n+2} sum_j (w_j + B_j) |v_jc| + n 2^-1074
     lse       |lse' - lse| <= -log(1 - R) + 8u |lse - m| + 2u |lse|
   To each, one rounding of the exact answer to binary64 is added, and a factor 1.001 covers the rounding of the bound
   itself. */
#ifndef ATTEST_TESTS_REFERENCE_BOUND_H
#define ATTEST_TESTS_REFERENCE_BOUND_H

#include "tests/oracle/attention_oracle.h"

/* The bounds for the answer a to p, in arrays of its shapes; scores and magnitudes stay NULL. */
attention_answer reference_bound(const attest_problem *p, const attention_answer *a);

#endif
