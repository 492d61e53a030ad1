/* The least cost of attention: its arithmetic and its traffic. */
#ifndef ATTEST_BENCH_PAIRS_H
#define ATTEST_BENCH_PAIRS_H

#include "attest.h"

/* What the queries of a problem see. */
typedef struct pairs_seen {
  int64_t visible; /* pairs of a query and a key that it sees, over all heads and batches */
  int64_t rows;    /* rows of k that some query sees, over all kv heads and batches; as many of v */
} pairs_seen;

/* Of a problem that attest_problem_check accepts. false: no memory. */
bool pairs_see(const attest_problem *problem, pairs_seen *of);

/* Floating-point operations: 2 (d_k + d_v) for each visible pair, a multiplication and an addition for each number of k
   and of v. That is 4 q_len keys d for each head if every query sees every key and d_k = d_v = d. Exponentials and
   everything else are not counted. */
double pairs_flops(const attest_problem *problem, const pairs_seen *of);

/* The least bytes read or written: each distinct element of q, mask and bias once (stride 0 counts once), of k and v
   each of a row that some query sees, and each of the answer. */
double pairs_bytes(const attest_problem *problem, const attest_answer *answer, const pairs_seen *of);

#endif
