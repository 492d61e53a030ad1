/* How long each benchmark may take so that all of them end in time. */
#ifndef ATTEST_BENCH_PLAN_H
#define ATTEST_BENCH_PLAN_H

#include <stdbool.h>
#include <stddef.h>

/* Shortest and longest time that a repetition is given, where it may be chosen. */
#define PLAN_SHORTEST 0.002
#define PLAN_LONGEST 0.5

/* What repetitions of one benchmark take about, in seconds: each repeats a call of call seconds until min_time is over by 40%, as Google Benchmark does; before
   the first it finds out how often that is. */
double plan_seconds(double call, int repetitions, double min_time);

/* The longest min_time, PLAN_SHORTEST .. PLAN_LONGEST, with which count benchmarks of these seconds a call fit into budget. Where even the shortest does not, the
   longest calls are left out, one by one: out[n] becomes true. */
double plan_min_time(const double *call, size_t count, int repetitions, double budget, bool *out);

#endif
