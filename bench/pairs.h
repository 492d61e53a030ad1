/* The least cost of attention: its arithmetic and its traffic. */
#ifndef ATTEST_BENCH_PAIRS_H
#define ATTEST_BENCH_PAIRS_H

#include "attest.h"

/* The visible pairs of a query and a key, over all heads and batches, of a problem that attest_problem_check accepts.
   */
int64_t pairs_visible(const attest_problem *problem);

/* Floating-point operations of a problem with so many pairs: 2 (d_k + d_v) for each pair, a multiplication and an
   addition for each number of k and of v. That is 4 q_len keys d for each head if every query sees every key and d_k =
   d_v = d. Exponentials and everything else are not counted. */
double pairs_flops(const attest_problem *problem, int64_t pairs);

/* The least bytes read or written: each distinct element of q, k, v, mask and bias once (stride 0 counts once), and
   each of the answer. */
double pairs_bytes(const attest_problem *problem, const attest_answer *answer);

#endif
