/* Relates the entries of a document to the limits of the machine. */
#ifndef ATTEST_BENCH_STANDING_H
#define ATTEST_BENCH_STANDING_H

#include <jansson.h>
#include <stdbool.h>

/* The counter that marks a repetition that was not run. */
#define STANDING_LATE "late"

/* The limits for one benchmark. */
typedef struct standing {
  double isa, highest; /* FLOP/s */
  double intensity;    /* of the benchmark: FLOP per byte */
  double roof;         /* FLOP/s that it could reach */
  double spread;       /* of its times: half the distance of the quartiles, as a share of the median */
} standing;

/* Sorts the entries into the order in which the benchmarks were added; Google Benchmark writes them in the order in
   which their last repetitions ended. false: no memory, nothing is changed. */
bool standing_sort(json_t *document);

/* Adds percent_of_isa_peak, percent_of_peak, intensity, percent_of_roof and percent_spread to the benchmark's
   repetitions, mean and median; omits values that are not finite. */
void standing_add(json_t *document, const char *name, const standing *to);

/* Removes the repetitions of a benchmark that were not run, and the statistics and the fit of its family that include
   them. */
void standing_drop_late(json_t *document, const char *name, const char *family);

/* Replaces all repetitions of a benchmark by an error, and removes the statistics and the fit of its family. false: no
   memory. */
bool standing_fail(json_t *document, const char *name, const char *family, const char *text);

#endif
