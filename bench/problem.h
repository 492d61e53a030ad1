/* The problem of a benchmark, read from its name. */
#ifndef ATTEST_BENCH_PROBLEM_H
#define ATTEST_BENCH_PROBLEM_H

#include "bench/sweep.h"

#define PROBLEM_MAX 240

/* Copies the name, SWEEP/VARIANT/DTYPE/MASK/..., without the variant and the clock at its end: equal for all benchmarks
   of the same problem. Returns text. */
const char *problem_of(const char *name, char text[PROBLEM_MAX]);

/* The number of a column; 0: the name has none, so it is the default. */
long problem_number(const char *name, sweep_column column);

/* Describes the problem in words, "f32, causal, 2 heads of 64, 512 keys" and everything else that is not the default;
   without the sweep. Returns text. */
const char *problem_words(const char *name, char text[PROBLEM_MAX]);

#endif
