/* What a document of benchmarks says of the machine and the program. */
#ifndef ATTEST_BENCH_MACHINE_H
#define ATTEST_BENCH_MACHINE_H

#include <stdbool.h>
#include <stddef.h>

/* Adds to the head of the document: the CPU's name, compiler, flags, attest's version, ATTEST_CPU where it is set. (Google Benchmark adds
   date, host, caches, number and clock of the CPUs.) false: no memory. */
bool machine_describe(void);

/* A buffer that no cache holds: twice the last cache that sysconf knows, 2^26 .. 2^30 bytes, a quarter of the memory at most; a multiple of 2^20. */
size_t machine_out_of_cache(void);

/* Processors that are there to be used. */
int machine_processors(void);

#endif
