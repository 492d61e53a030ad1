/* The changes between two documents of benchmarks: which are more than chance, and more than the machine.

   A run of benchmarks is one sample of a machine: between two runs its clock, its neighbours and where memory lies
   differ, and all repetitions of a run share that. How far apart the two runs were is seen from the loops of
   bench/peak.h, which no change of the program changes: a quarter of their repetitions or more took m times as long,
   1 always among these factors. A neighbour on the same core costs a kernel, which uses more of the core than a loop,
   up to twice as much (in the logarithm): least = min(m)^2 and most = max(m)^2 are what the machine may account for,
   where min(m) is, of all loops, the smallest lower quartile of the second run over the upper quartile of the first,
   max(m) likewise. A benchmark that takes r times as long has
     slowed down   if r > most (1 + limit),  by a Mann-Whitney U test of its repetitions against the first's times most
                   (1 + limit)
     sped up       likewise, if r < least / (1 + limit)
     not changed   if two such tests say that most / (1 + limit) < r < least (1 + limit): within the limit, whatever the
                   machine did (two one-sided tests [Schuirmann1987])
   and all else is unclear. p of the first two is corrected for the number of benchmarks [Holm1979]: a program compared
   with itself is called changed in COMPARE_ALPHA of comparisons at most, if repetitions are independent. */
#ifndef ATTEST_BENCH_COMPARE_H
#define ATTEST_BENCH_COMPARE_H

#include "bench/runs.h"

typedef enum compare_verdict {
  COMPARE_SAME,    /* shown to lie within the limit */
  COMPARE_FASTER,  /* beyond the limit, corrected p < COMPARE_ALPHA */
  COMPARE_SLOWER,  /* beyond the limit the other way, corrected p < COMPARE_ALPHA */
  COMPARE_UNCLEAR, /* neither is shown */
  COMPARE_WRONG,   /* an error instead of the time of some repetition in the second, none in the first */
  COMPARE_FAILED,  /* such an error in the first */
  COMPARE_GONE,    /* in the first only */
  COMPARE_NEW,     /* in the second only */
  COMPARE_VERDICTS
} compare_verdict;

/* 1 of 200 */
#define COMPARE_ALPHA 0.005
/* for what lies within the limit */
#define COMPARE_SAME_P 0.05

/* "same", .. */
const char *compare_name(compare_verdict verdict);

/* One benchmark in both documents. */
typedef struct change {
  const char *name;
  const run *first, *second; /* NULL: not there */
  double ratio;              /* median of the second divided by that of the first; NAN: nothing to compare */
  double p;                  /* that it is not beyond the limit, corrected; NAN likewise */
  compare_verdict verdict;
} change;

typedef struct changes {
  change *at; /* in the order of the first document, then what is new; without the machine's loops */
  size_t count, compared;
  double least, most; /* times as long, the machine may account for */
} changes;

/* limit: how much longer the second may take, as a share of the first: 0.05. Both documents must outlive *made. Free it
   with compare_free, also after a failure. CHECK_FAILURE: no memory. */
check_status compare_runs(const runs *first, const runs *second, double limit, changes *made, check_error *error);

void compare_free(changes *made);

/* The repetitions of each that so many benchmarks need, for one of them to show a change by itself. */
size_t compare_needs(size_t compared);

/* Whether one of so many has enough repetitions for that. */
bool compare_can_show(const change *c, size_t compared);

#endif
