/* The problem of a benchmark, as its name tells it. */
#ifndef ATTEST_BENCH_PROBLEM_H
#define ATTEST_BENCH_PROBLEM_H

#include "bench/sweep.h"

#define PROBLEM_MAX 240

/* The name, SWEEP/VARIANT/DTYPE/MASK/..., without the variant and without the clock at its end: the same for all that were given the same problem. Returns text. */
const char *problem_of(const char *name, char text[PROBLEM_MAX]);

/* The number of a column; 0: the name has none, as that is the default. */
long problem_number(const char *name, sweep_column column);

/* In words, "f32, causal, 2 heads of 64, 512 keys" and what else is not the default; without the sweep. Returns text. */
const char *problem_words(const char *name, char text[PROBLEM_MAX]);

#endif
