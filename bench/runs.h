/* The runs in a document of Google Benchmark's JSON, grouped by benchmark. */
#ifndef ATTEST_BENCH_RUNS_H
#define ATTEST_BENCH_RUNS_H

#include <jansson.h>
#include <stdbool.h>

#include "check/cases/error.h"

/* One benchmark. */
typedef struct run {
  const char *name;   /* in the document */
  const char *error;  /* the error instead of a time; NULL if every repetition has a time */
  double *seconds;    /* one iteration, for each repetition; the clock is in the name */
  size_t count;       /* repetitions with a time; 0 only with an error */
  const json_t *seen; /* the first of its entries, with its counters */
} run;

typedef struct runs {
  run *at;
  size_t count;
} runs;

/* Reads all runs but aggregates, in the order of the document, which must outlive them. path is for errors. Free with
   runs_free, also after a failure. Fails with CHECK_BAD_INPUT if document is not of that form. */
check_status runs_read(const json_t *document, const char *path, runs *read, check_error *error);

void runs_free(runs *read);

/* What the names of the loops of the machine begin with (bench/limits.h), and whether a name does. */
#define RUNS_LIMIT "peak/"
bool runs_is_limit(const char *name);

/* Finds a benchmark by name; NULL if there is none. */
const run *runs_find(const runs *among, const char *name);

/* What a share p of its seconds lies below (bench/rank.h); their median. NAN if there are none. */
double run_quantile(const run *r, double p);
double run_median(const run *r);

/* Half the distance of their quartiles, as a share of the median; NAN if there are not two. */
double run_spread(const run *r);

/* Which of two takes longer by more than chance, which a Mann-Whitney U test excludes with p < 0.05: 1 the second, -1
   the first, 0 neither. */
int runs_order(const run *first, const run *second);

/* Whether two have enough repetitions for runs_order to tell any such two apart. */
bool runs_can_order(const run *first, const run *second);

/* Ours beside others on one problem: how many were timed there, are faster, are not to be told apart (runs_order), or
   have too few repetitions for that (runs_can_order). Either may be NULL: not timed. Returns whether both were. */
typedef struct runs_beside {
  size_t timed, faster, level, few;
} runs_beside;
bool runs_set_beside(const run *ours, const run *its, runs_beside *so_far);

/* On how many problems, of those that another has a time for, ours is ahead of all others, behind one, not to be told
   apart from the nearest, and none of these for lack of repetitions. */
typedef struct runs_standing {
  size_t problems, ahead, behind, level, few;
} runs_standing;
void runs_stand(const runs_beside *on, runs_standing *so_far);

/* That in words, from "of" on, without a full stop. Returns text. */
enum { RUNS_STANDING_MAX = 240 };
const char *runs_standing_words(const runs_standing *s, char text[RUNS_STANDING_MAX]);

/* The value of a counter; NAN if there is none of that name. */
double run_count(const run *r, const char *name);

#endif
