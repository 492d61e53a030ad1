/* Runs benchmarks: judges each variant on each shape, times what is right among the limits of the machine, and says how it stands to them. */
#ifndef ATTEST_BENCH_RUN_H
#define ATTEST_BENCH_RUN_H

#include "bench/peer.h"
#include "bench/runs.h"
#include "bench/shape.h"
#include "bench/sweep.h"

typedef enum bench_state {
  BENCH_TIMED,
  BENCH_WRONG,       /* not timed: its answer is not right, or it failed; text says how */
  BENCH_UNSUPPORTED, /* the variant does not do this problem; text may say why */
  BENCH_LEFT_OUT     /* too slow for the time there is */
} bench_state;

typedef struct bench_settings {
  int repetitions;
  double min_time;         /* seconds of a repetition; 0: as long as all fits into the time there is */
  double seconds;          /* for everything, judging included; 0: no limit */
  size_t memory;           /* bytes of the buffer that is read out of cache, a multiple of 2^20 */
  shape_function *compute; /* attest_attention, but in tests of this */
  peers *peers;            /* those among the cases; or NULL */
  void (*progress)(size_t done, size_t total, const char *name); /* or NULL */
} bench_settings;

/* What came out of one benchmark. Rates are of the middle of the times. */
typedef struct bench_result {
  char name[240]; /* in the document */
  bench_state state;
  char text[200];
  double seconds;               /* a call */
  double flops, bytes;          /* bench/pairs.h */
  size_t extra;                 /* bytes of workspace */
  double isa_share, peak_share; /* of the peak of the variant's instruction set and type, and of the machine's highest */
  double roof_share; /* of what the machine could do at this intensity: min(peak of the set, bandwidth of memory * flops / bytes) */
} bench_result;

/* *document: all of it in Google Benchmark's JSON, for json_decref, with what it counts: FLOP/s, bytes/s, extra_memory, and added to every repetition percent_of_isa_peak, percent_of_peak,
   intensity, percent_of_roof. results: one a case, to be freed. CHECK_BAD_INPUT for a shape that is too large. Once in a process. */
check_status bench_run(const sweep_cases *cases, const bench_settings *settings, json_t **document, bench_result **results,
                       check_error *error);

#endif
