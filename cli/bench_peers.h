/* attest bench --peers: the variant that is picked against all others, as a table. */
#ifndef ATTEST_CLI_BENCH_PEERS_H
#define ATTEST_CLI_BENCH_PEERS_H

#include "bench/run.h"

/* One line a problem that SWEEP_PICKED was timed on: its time, how many times as long each other variant and peer takes, and at the end how often none is faster.
   Nothing if there is no such problem. */
void bench_peers_print(const sweep_cases *cases, const bench_result *results);

#endif
