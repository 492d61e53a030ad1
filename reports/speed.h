/* What the benchmarks of a report say of a variant. */
#ifndef ATTEST_REPORTS_SPEED_H
#define ATTEST_REPORTS_SPEED_H

#include <jansson.h>
#include <stdbool.h>

#include "bench/problem.h"

typedef struct speed {
  const char *name;                                    /* of the benchmark */
  char variant[32], dtype[8];                          /* its second word, and third */
  char problem[PROBLEM_MAX];                           /* as problem_of has it */
  bool peer;                                           /* no variant of this machine */
  bool wrong;                                          /* its answer: nothing of the following is a number */
  double seconds, spread;                              /* a call: the middle of the repetitions; +- percent */
  double rate;                                         /* GFLOP/s */
  double isa_share, peak_share, roof_share, intensity; /* percent of the peaks and of the roof; FLOP a byte */
} speed;

/* bench: what attest bench wrote. Benchmark n of those that have a time, without those of the machine's limits; false
   after the last. */
bool speed_at(const json_t *bench, size_t n, speed *found);

/* The same, those among them whose answers are wrong. */
bool speed_or_wrong_at(const json_t *bench, size_t n, speed *found);

/* What became of a variant, or of a peer, on a problem; false: it was not asked to, or does not do it, or there was no
   time. */
bool speed_on(const json_t *bench, const char *problem, const char *variant, speed *found);

/* That with the highest rate; of one variant, or for "" of all that attest_variant_name names. false: there is none. */
bool speed_best(const json_t *bench, const char *variant, speed *found);

#endif
