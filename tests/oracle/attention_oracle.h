/* An independent evaluation of an attest_problem in 256-bit arithmetic (MPFR), to test the reference against. It shares
   no code and little method with ref/: visibility is a statement about distances to the diagonal, exponentials are
   taken of the scores themselves (no maximum is subtracted: MPFR's exponents reach far enough for every |score| <=
   1e18), division comes last. */
#ifndef ATTEST_TESTS_ATTENTION_ORACLE_H
#define ATTEST_TESTS_ATTENTION_ORACLE_H

#include "attest.h"

/* All arrays contiguous, each entry the exact value rounded once to binary64. */
typedef struct {
  double *out;     /* batch x q_heads x q_len x d_v */
  double *lse;     /* batch x q_heads x q_len */
  double *weights; /* batch x q_heads x q_len x keys */
  double *scores;  /* the same sizes; -infinity where the key is not visible */
  /* the same sizes; |scale| sum_c |q_c k_jc|, what the rounding error of a score is relative to; 0 where not visible */
  double *magnitudes;
} attention_answer;

/* The answer, to be given to attention_answer_free. The problem is one that attest_problem_check accepts. */
attention_answer attention_oracle(const attest_problem *p);

void attention_answer_free(attention_answer *a);

/* Whether j < kv_len and the causal and window rules let query i of batch b see key j; mask and bias are not looked at.
   */
bool oracle_in_place(const attest_problem *p, int64_t b, int64_t i, int64_t j);

/* Whether query i of batch b and head h sees key j. */
bool oracle_sees(const attest_problem *p, int64_t b, int64_t h, int64_t i, int64_t j);

/* Where element (b,h,i,c) lies, in elements from data. */
int64_t oracle_place(const attest_tensor *t, int64_t b, int64_t h, int64_t i, int64_t c);

/* Element (b,h,i,c) as binary64. */
double oracle_element(const attest_tensor *t, int64_t b, int64_t h, int64_t i, int64_t c);

#endif
