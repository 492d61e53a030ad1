/* The runs of a document in Google Benchmark's JSON, by benchmark. */
#ifndef ATTEST_BENCH_RUNS_H
#define ATTEST_BENCH_RUNS_H

#include <jansson.h>

#include "check/cases/error.h"

/* One benchmark. */
typedef struct run {
  const char *name;  /* in the document */
  const char *error; /* what stands there in the place of a time; NULL if every repetition has one */
  double *
      seconds; /* of one iteration, a repetition each; by the wall where the name ends in /real_time, as told for /manual_time, else of the CPU */
  size_t count;       /* repetitions that have a time: 0 only with an error */
  const json_t *seen; /* the first of its entries, with what it counts */
} run;

typedef struct runs {
  run *at;
  size_t count;
} runs;

/* Reads what is no aggregate, in the order of the document, which must outlive the runs. path is for errors. Free with runs_free, also after a failure.
   CHECK_BAD_INPUT for a document that is none. */
check_status runs_read(const json_t *document, const char *path, runs *read, check_error *error);

void runs_free(runs *read);

/* The benchmark of that name; NULL if there is none. */
const run *runs_find(const runs *among, const char *name);

/* The middle of its seconds, which are sorted; NAN where there are none. */
double run_median(const run *r);

/* A number that it counts; NAN if there is none of that name. */
double run_count(const run *r, const char *name);

#endif
