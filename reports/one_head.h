/* The reference on one head of arrays of doubles: what experiments ask of it. */
#ifndef ATTEST_REPORTS_ONE_HEAD_H
#define ATTEST_REPORTS_ONE_HEAD_H

#include "attest.h"

/* Contiguous, batch x heads x rows x columns. The data is not written through where a tensor is an input. */
attest_tensor one_head_tensor(const double *data, int64_t batch, int64_t heads, int64_t rows, int64_t columns);

/* One batch, one head, no option: q is q_len x d_k, k is keys x d_k, v is keys x d_v. */
attest_problem one_head_problem(const double *q, const double *k, const double *v, int64_t q_len, int64_t keys,
                                int64_t d_k, int64_t d_v);

/* softmax(scores), n > 0 of them, of which -infinity is a key that is not seen: the weights of the reference for a
   query 1 and keys that are the scores. false: no memory. */
bool one_head_softmax(const double *scores, double *weights, int64_t n);

#endif
