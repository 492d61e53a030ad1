/* Operands for timed calls, in memory that a candidate shares: sets of q, k and v that it has not seen before, and
   outputs that nobody has written. A call takes q, k and v of three sets, drawn after the candidate could look at all
   of them, and none twice: an answer that was kept fits next to no later call. */
#ifndef ATTEST_BENCH_STAGE_H
#define ATTEST_BENCH_STAGE_H

#include "bench/shape.h"
#include "check/run/worker.h"

#define STAGE_MOST_SETS 256
#define STAGE_BYTES ((size_t)1 << 30) /* of all sets, unless one alone is larger */

typedef struct stage {
  const bench_shape *shape; /* the problem: its sizes, options, mask, bias, kv_len and sink */
  arena memory;
  worker_call *sets;  /* set n computed by itself; the inputs other than q, k and v are those of all */
  worker_call *calls; /* in the arena, only written here: the calls of a batch */
  int64_t count;      /* of sets */
  uint64_t seed;      /* of their contents */
} stage;

/* Makes a stage with at most so many sets: fewer if they need more than STAGE_BYTES, and at least one. CHECK_FAILURE:
   no memory. The shape must outlive it. Free with stage_free, also after a failure. */
check_status stage_make(const bench_shape *shape, int64_t most, stage *s, check_error *error);
void stage_free(stage *s);

/* Gives every set new contents: nearly normal numbers, mean 0, variance 1, that seed determines. */
void stage_refresh(stage *s, uint64_t seed);

/* The sets whose q, k, v a call takes, and the set in whose output it writes. */
typedef struct stage_pick {
  int64_t q, k, v, out;
} stage_pick;

/* Draws the calls of a batch, at most as many as there are sets, and fills their outputs with the pattern of the arena.
   picks: room for count. */
void stage_draw(stage *s, uint64_t seed, int64_t count, stage_pick *picks);

/* Judges `rows` rows of a call, drawn by seed, against operands made anew: the candidate cannot have changed those. The
   whole output must be written, and q, k and v of these rows must still be as they were. */
check_status stage_judge(const stage *s, const stage_pick *call, uint64_t seed, int rows,
                         const attest_arithmetic *arithmetic, bool *right, char text[200], check_error *error);

#endif
