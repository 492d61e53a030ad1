/* What attention costs at least: its arithmetic and its traffic. */
#ifndef ATTEST_BENCH_PAIRS_H
#define ATTEST_BENCH_PAIRS_H

#include "attest.h"

/* Pairs of a query and a key that it sees, over all heads and batches, of a problem that attest_problem_check accepts. */
int64_t pairs_visible(const attest_problem *problem);

/* Floating-point operations of a problem with so many pairs: 2 (d_k + d_v) a pair, a multiplication and an addition for each number of k and of v. So
   4 q_len keys d a head where every query sees every key and d_k = d_v = d. The exponentials and all else are not counted. */
double pairs_flops(const attest_problem *problem, int64_t pairs);

/* Bytes that are read or written at least: each element of q, k, v, mask and bias that has a place of its own once, and each of the answer. */
double pairs_bytes(const attest_problem *problem, const attest_answer *answer);

#endif
