/* A share of a run: the run numbers its cases, probes and bias tests in order, and deals them out to the shares in
   turn. */
#ifndef ATTEST_CHECK_SHARD_H
#define ATTEST_CHECK_SHARD_H

#include <stdbool.h>
#include <stdint.h>

#define SHARD_MAX 1000000

/* Share number (1 .. of). of = 0 or 1 is the whole run. */
typedef struct shard {
  int64_t number, of;
} shard;

/* Whether item n (0, 1, ..) of the run belongs to the share. */
bool shard_has(const shard *part, int64_t n);

#endif
