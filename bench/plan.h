/* Plans the time of each benchmark so that all of them end in time. */
#ifndef ATTEST_BENCH_PLAN_H
#define ATTEST_BENCH_PLAN_H

#include <stdbool.h>
#include <stddef.h>

/* The shortest and longest time of a repetition, where this program selects it. */
#define PLAN_SHORTEST 0.002
#define PLAN_LONGEST 0.5

/* Estimates the seconds of all repetitions of one benchmark. Google Benchmark repeats a call of call seconds until
   min_time is exceeded by 40%, and before the first repetition it finds the number of iterations. */
double plan_seconds(double call, int repetitions, double min_time);

/* Returns the longest min_time, PLAN_SHORTEST .. PLAN_LONGEST, with which count benchmarks of these seconds for each
   call fit into budget. If even the shortest does not fit, leaves out the longest calls one by one: out[n] becomes
   true. */
double plan_min_time(const double *call, size_t count, int repetitions, double budget, bool *out);

#endif
