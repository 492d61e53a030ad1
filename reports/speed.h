/* What the benchmarks of a report say of a variant. */
#ifndef ATTEST_REPORTS_SPEED_H
#define ATTEST_REPORTS_SPEED_H

#include <stdbool.h>

#include "reports/page.h"

typedef struct speed {
  const char *name;                                    /* of the benchmark */
  char variant[32], dtype[8];                          /* its second word, and third */
  double seconds;                                      /* a call: the middle of the repetitions */
  double rate;                                         /* GFLOP/s */
  double isa_share, peak_share, roof_share, intensity; /* percent of the peaks and of the roof; FLOP a byte */
} speed;

/* Benchmark n of the part "bench", those of the machine's limits left out; false after the last. */
bool speed_at(const page *p, size_t n, speed *found);

/* That with the highest rate; of one variant, or for "" of all that attest_variant_name names. false: there is none. */
bool speed_best(const page *p, const char *variant, speed *found);

#endif
