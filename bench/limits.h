/* The limits of the machine as benchmarks, run among all others: so they are measured in the same minutes. */
#ifndef ATTEST_BENCH_LIMITS_H
#define ATTEST_BENCH_LIMITS_H

#include <stddef.h>
#include <stdint.h>

#include "attest.h"

#include "bench/runs.h"
#include "check/cases/error.h"

typedef struct limits limits;

/* Registers peak/ISA/TYPE/threads:N for each loop of bench/peak.h, peak/read/cache/threads:N and
   peak/read/memory/threads:N, for 1 thread and for each of the counts of threads. memory: bytes of the buffer out of
   cache, a multiple of 2^20; at least twice the size of all caches, if that is known. CHECK_FAILURE: no memory. Free
   with limits_free after the run, also after a failure. */
check_status limits_add(const int64_t *threads, size_t counts, size_t memory, limits **made, check_error *error);

void limits_free(limits *l);

/* Number of benchmarks that limits_add registers. */
size_t limits_count(size_t counts);

/* The limits measured with some number of threads. */
typedef struct limits_seen {
  double peak;          /* FLOP/s of an instruction set and type; NAN if not measured */
  double highest;       /* of all instruction sets: of that type and, unless it is f64, of f32 */
  double cache, memory; /* bytes/s */
} limits_seen;

/* FLOP/s that no kernel for inputs of a type exceeds on this machine: of the loops of f64 for F64, else of
   f32, and of bf16 for BF16. */
double limits_possible(const runs *among, attest_dtype dtype, int threads);

limits_seen limits_of(const runs *among, const char *isa, const char *type, int threads);

#endif
