#define _GNU_SOURCE /* NOLINT: sysconf's caches */
#include "bench/limits.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench/gbench.h"
#include "bench/pages.h"
#include "bench/peak.h"

enum { MOST_LOOPS = 9, ROUNDS = 100000, IN_CACHE = 1 << 14, PASSES = 512 };

/* A family, and its loop: multiply-adds, or else reads. */
typedef struct limit {
  char name[40];
  const peak_loop *peak;
  const read_loop *read;
  const char *data;
  size_t bytes; /* bytes for one thread */
  int passes;   /* passes over these bytes */
} limit;

struct limits {
  void *memory;
  size_t bytes;
  int64_t *threads; /* 1, then the larger counts */
  size_t counts;
  limit at[MOST_LOOPS + 2];
  size_t used;
};

static void run_peak(gbench_state *state, void *context) {
  const limit *const l = context;
  const int threads = (int)gbench_value(state);
  while (gbench_keep_running(state)) {
#pragma omp parallel num_threads(threads) if (threads > 1)
    l->peak->run(ROUNDS);
  }
  const double flops = l->peak->flops * ROUNDS * threads;
  gbench_count(state, "flops", flops, false);
  gbench_count(state, "FLOP/s", flops, true);
}

static void run_read(gbench_state *state, void *context) {
  const limit *const l = context;
  const int threads = (int)gbench_value(state);
  /* In cache, each thread reads its own bytes. */
  const size_t part = l->passes > 1 ? l->bytes : l->bytes / (size_t)threads / 1024 * 1024;
  while (gbench_keep_running(state)) {
#pragma omp parallel for num_threads(threads) if (threads > 1)
    for (int thread = 0; thread < threads; thread++)
      for (int pass = 0; pass < l->passes; pass++) l->read->run(l->data + (size_t)thread * part, part);
  }
  const double bytes = (double)part * threads * l->passes;
  gbench_count(state, "bytes", bytes, false);
  gbench_count(state, "bytes/s", bytes, true);
}

static bool add_families(limits *l, limit *of) {
  const gbench_family one = {.name = of->name,
                             .axis = "threads",
                             .values = l->threads,
                             .count = 1,
                             .run = of->peak != NULL ? run_peak : run_read,
                             .context = of};
  gbench_family more = one;
  more.values = l->threads + 1;
  more.count = l->counts - 1;
  more.clock = GBENCH_WALL;
  return gbench_add(&one) && (more.count == 0 || gbench_add(&more));
}

/* Keeps 1 and the larger counts, each once. */
static void keep_counts(limits *l, const int64_t *threads, size_t counts) {
  l->threads[l->counts++] = 1;
  for (size_t n = 0; n < counts; n++) {
    bool there = false;
    for (size_t seen = 0; seen < l->counts; seen++) there = there || l->threads[seen] == threads[n];
    if (!there) l->threads[l->counts++] = threads[n];
  }
}

static bool add_all(limits *l, size_t memory, size_t in_cache) {
  bool whole = true;
  for (size_t n = 0; n < MOST_LOOPS && peak_loop_at(n) != NULL; n++) {
    limit *const at = &l->at[l->used++];
    *at = (limit){.peak = peak_loop_at(n)};
    (void)snprintf(at->name, sizeof at->name, RUNS_LIMIT "%s/%s", at->peak->isa, at->peak->type);
  }
  l->at[l->used++] = (limit){RUNS_LIMIT "read/cache", NULL, read_loop_widest(), l->memory, in_cache, PASSES};
  l->at[l->used++] = (limit){RUNS_LIMIT "read/memory", NULL, read_loop_widest(), l->memory, memory, 1};
  for (size_t n = 0; n < l->used; n++) whole = whole && add_families(l, &l->at[n]);
  return whole;
}

check_status limits_add(const int64_t *threads, size_t counts, size_t memory, limits **made, check_error *error) {
  limits *const l = calloc(1, sizeof *l);
  *made = l;
  if (l != NULL) l->threads = calloc(counts + 1, sizeof *l->threads);
  int64_t most = 1;
  for (size_t n = 0; n < counts; n++) most = threads[n] > most ? threads[n] : most;
  const size_t in_cache = (size_t)most * IN_CACHE, bytes = memory > in_cache ? memory : in_cache;
  if (l != NULL) {
    l->memory = pages_make(bytes);
    l->bytes = bytes;
  }
  if (l == NULL || l->threads == NULL || l->memory == NULL)
    return check_fail(error, CHECK_FAILURE, "not enough memory to measure the machine: %zu bytes", bytes);
  (void)memset(l->memory, 1, bytes); /* allocates pages; untouched ones would share the zero page */
  keep_counts(l, threads, counts);
  return add_all(l, memory, IN_CACHE)
             ? CHECK_OK
             : check_fail(error, CHECK_FAILURE, "not enough memory for the list of benchmarks");
}

void limits_free(limits *l) {
  if (l == NULL) return;
  free(l->threads);
  pages_free(l->memory, l->bytes);
  free(l);
}

size_t limits_count(size_t counts) {
  size_t loops = 0;
  while (loops < MOST_LOOPS && peak_loop_at(loops) != NULL) loops++;
  return (loops + 2) * (counts + 1);
}

/* The measured rate: a counter of one iteration divided by the median time; NAN if there is none. */
static double rate_of(const runs *among, const char *kind, int threads, const char *what) {
  char name[80];
  (void)snprintf(name, sizeof name, RUNS_LIMIT "%s/threads:%d%s", kind, threads, threads > 1 ? "/real_time" : "");
  const run *const r = runs_find(among, name);
  return r != NULL ? run_count(r, what) / run_median(r) : (double)NAN;
}

/* The highest rate among the loops of a type and, so many times, of f32; those of f64 alone are what f64 can reach. */
static double highest_of(const runs *among, const char *type, double times_f32, int threads) {
  double highest = NAN;
  for (size_t n = 0; peak_loop_at(n) != NULL; n++) {
    const peak_loop *const its = peak_loop_at(n);
    const bool is_f32 = strcmp(its->type, "f32") == 0;
    char kind[40];
    if (strcmp(its->type, type) != 0 && (!is_f32 || strcmp(type, "f64") == 0)) continue;
    (void)snprintf(kind, sizeof kind, "%s/%s", its->isa, its->type);
    highest = fmax(highest, (is_f32 ? times_f32 : 1) * rate_of(among, kind, threads, "flops"));
  }
  return highest;
}

double limits_possible(const runs *among, attest_dtype dtype, int threads) {
  const char *const type = dtype == ATTEST_F64 ? "f64" : dtype == ATTEST_BF16 ? "bf16" : "f32";
  return highest_of(among, type, peak_of_narrow(dtype), threads);
}

limits_seen limits_of(const runs *among, const char *isa, const char *type, int threads) {
  limits_seen seen = {.highest = highest_of(among, type, 1, threads),
                      .cache = rate_of(among, "read/cache", threads, "bytes"),
                      .memory = rate_of(among, "read/memory", threads, "bytes")};
  char kind[40];
  (void)snprintf(kind, sizeof kind, "%s/%s", isa, type);
  seen.peak = rate_of(among, kind, threads, "flops");
  return seen;
}
