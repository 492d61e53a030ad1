/* attest bench --candidate: a candidate as a peer, served by this program in a separate process. */
#ifndef ATTEST_CLI_BENCH_SERVE_H
#define ATTEST_CLI_BENCH_SERVE_H

#include "bench/peer.h"

/* Adds the peer "candidate": this program, serving a target of attest check. Fails with CHECK_BAD_INPUT if the target
   is no candidate. */
check_status bench_serve_add(peers *all, const char *target, check_error *error);

/* Serves the target on standard input and output. */
check_status bench_serve(const char *target, check_error *error);

#endif
