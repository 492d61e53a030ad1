/* attest bench --peers: a table of the selected variant against all others. */
#ifndef ATTEST_CLI_BENCH_PEERS_H
#define ATTEST_CLI_BENCH_PEERS_H

#include "bench/run.h"

/* Prints one line for each problem on which SWEEP_SELECTED was timed: its time, the ratio of each other variant and peer,
   and at the end how often it is the fastest. Prints nothing if there is no such problem. */
void bench_peers_print(const sweep_cases *cases, const bench_result *results);

#endif
