/* Where the entries of a document stand to the limits of the machine. */
#ifndef ATTEST_BENCH_STANDING_H
#define ATTEST_BENCH_STANDING_H

#include <jansson.h>
#include <stdbool.h>

/* The counter of a repetition that was not run. */
#define STANDING_LATE "late"

/* What a benchmark is set against. */
typedef struct standing {
  double isa, highest; /* FLOP/s */
  double intensity;    /* of the benchmark: FLOP a byte */
  double roof;         /* FLOP/s that it could have */
} standing;

/* Puts the entries in the order in which the benchmarks were added: they come in that in which the last repetitions of each ended. false: no memory, nothing is
   changed. */
bool standing_sort(json_t *document);

/* Adds percent_of_isa_peak, percent_of_peak, intensity and percent_of_roof to the benchmark's repetitions, mean and median; what is not finite is left out. */
void standing_add(json_t *document, const char *name, const standing *to);

/* Takes a benchmark's repetitions that were not run out of the document, and with them the statistics and the fit of its family that include them. */
void standing_drop_late(json_t *document, const char *name, const char *family);

/* Puts an error in the place of all of a benchmark's repetitions, which goes with the statistics and the fit of its family. false: no memory. */
bool standing_fail(json_t *document, const char *name, const char *family, const char *text);

#endif
