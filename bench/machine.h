/* The facts about machine and program in a document of benchmarks. */
#ifndef ATTEST_BENCH_MACHINE_H
#define ATTEST_BENCH_MACHINE_H

#include <stdbool.h>
#include <stddef.h>

/* Adds to the head of the document: the CPU's name, compiler, flags, attest's version, and ATTEST_CPU if it is set.
   (Google Benchmark adds date, host, caches, number and clock of the CPUs.) false: no memory. */
bool machine_describe(void);

/* The size of a buffer larger than any cache: twice the last cache that sysconf knows, 2^26 .. 2^30 bytes, at most a
   quarter of the memory; a multiple of 2^20. */
size_t machine_out_of_cache(void);

/* The number of usable processors. */
int machine_processors(void);

#endif
