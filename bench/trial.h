/* Times a candidate so that it cannot deceive: by this process's clock, on operands that it has not seen, with answers
   that are judged after the clock has stopped, and with all CPU time that it uses.

   A batch is one request for several calls, so that the request itself costs little. The calls of a batch share no
   operand, and every call has its own output. All contents are new in every trial, and again
   after a batch or a few. */
#ifndef ATTEST_BENCH_TRIAL_H
#define ATTEST_BENCH_TRIAL_H

#include "bench/peer.h"

/* The number of sets for calls of so many seconds. A batch then lasts some milliseconds or more, and the request and
   its reply take less than 1% of that. */
int64_t trial_sets(double call);

/* Seconds of all calls together. */
typedef struct trial_times {
  double clock; /* from each request to its reply, less the time for which another program had the processor */
  double cpu;   /* of all threads and processes of the peer, also between the batches, less what requests take */
} trial_times;

/* The time that calls took: by the clock, or the CPU time if more of that went by, in several threads or processes. */
double trial_seconds(const trial_times *times);

/* Times so many calls on the shape of a stage, which the peer has answered correctly before; path: of peer_standing.
   seed: secret. Returns false if a call failed or an answer is wrong: the report says how. */
bool trial_time(peer *p, stage *s, const char *path, int64_t calls, uint64_t seed, trial_times *times,
                peer_report *report);

#endif
