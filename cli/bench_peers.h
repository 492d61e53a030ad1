/* attest bench --peers: a table of the selected variant against all others. */
#ifndef ATTEST_CLI_BENCH_PEERS_H
#define ATTEST_CLI_BENCH_PEERS_H

#include "bench/run.h"

/* Prints one line for each problem on which SWEEP_SELECTED was timed: its time, and how many times as long each other
   variant and peer takes, with their spread; and at the end on how many of them it is ahead of all others. timed: the
   repetitions of the results. Prints nothing if there is no such problem, or no other. */
void bench_peers_print(const sweep_cases *cases, const bench_result *results, const runs *timed);

#endif
