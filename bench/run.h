/* Runs benchmarks: judges each variant on each shape, times the correct ones among the limits of the machine, and
   relates each time to them. */
#ifndef ATTEST_BENCH_RUN_H
#define ATTEST_BENCH_RUN_H

#include "bench/peer.h"
#include "bench/runs.h"
#include "bench/shape.h"
#include "bench/sweep.h"

typedef enum bench_state {
  BENCH_TIMED,
  BENCH_WRONG,       /* not timed: the answer is wrong, or the call failed; text says how */
  BENCH_UNSUPPORTED, /* the variant does not support this problem; text may say why */
  BENCH_LEFT_OUT     /* too slow for the available time */
} bench_state;

typedef struct bench_settings {
  int repetitions;
  double min_time;                                               /* seconds of a repetition; 0: as the time allows */
  double seconds;                                                /* for everything; 0: no limit */
  size_t memory;                                                 /* buffer read out of cache, a multiple of 2^20 */
  shape_function *compute;                                       /* attest_attention; tests set others */
  peers *peers;                                                  /* the peers among the cases; or NULL */
  void (*progress)(size_t done, size_t total, const char *name); /* or NULL */
} bench_settings;

/* The result of one benchmark. Rates use the median time. */
typedef struct bench_result {
  char name[240]; /* in the document */
  bench_state state;
  char text[200];
  double seconds;               /* of one call */
  double spread;                /* of the repetitions (run_spread) */
  double flops, bytes;          /* bench/pairs.h */
  size_t extra;                 /* bytes of workspace */
  double isa_share, peak_share; /* of the peak of its instruction set and type, and of the highest */
  double roof_share;            /* of the roof: min(peak of the set, bandwidth of memory * flops / bytes) */
} bench_result;

/* Runs all cases. *document: Google Benchmark's JSON, for json_decref, with the counters FLOP/s, bytes/s and
   extra_memory; every repetition also gets what standing_add adds.
   *results: one for each case, for the caller to free. Fails with CHECK_BAD_INPUT for a shape that is too large, and if
   there is no time for any benchmark. Can be called once in a process. */
check_status bench_run(const sweep_cases *cases, const bench_settings *settings, json_t **document,
                       bench_result **results, check_error *error);

#endif
