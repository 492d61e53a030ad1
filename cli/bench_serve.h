/* attest bench --candidate: an implementation as a peer, which this program serves in a process of its own. */
#ifndef ATTEST_CLI_BENCH_SERVE_H
#define ATTEST_CLI_BENCH_SERVE_H

#include "bench/peer.h"

/* The peer "candidate": this program, asked to serve a target of attest check. CHECK_BAD_INPUT if the target is none. */
check_status bench_serve_add(peers *all, const char *target, check_error *error);

/* Serves the target on standard input and output. */
check_status bench_serve(const char *target, check_error *error);

#endif
