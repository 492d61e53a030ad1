/* A share of a run: its cases, probes and directional tests are numbered in the order in which one run takes them, and dealt out in turn. */
#ifndef ATTEST_CHECK_SHARD_H
#define ATTEST_CHECK_SHARD_H

#include <stdbool.h>
#include <stdint.h>

#define SHARD_MAX 1000000

/* Share number (1 .. of). of 0, as of 1, is the whole run. */
typedef struct shard {
  int64_t number, of;
} shard;

/* Whether what has this number (0, 1, ..) in the run falls to the share. */
bool shard_has(const shard *part, int64_t n);

#endif
