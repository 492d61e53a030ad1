/* Google Benchmark from C: families of benchmarks, each over the values of one number, run with repetitions in random order. */
#ifndef ATTEST_BENCH_GBENCH_H
#define ATTEST_BENCH_GBENCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* One repetition that is under way. */
typedef struct gbench_state gbench_state;

/* Runs one repetition: prepares, then repeats what is timed for as long as gbench_keep_running says so. Sets counters at the end. */
typedef void gbench_function(gbench_state *state, void *context);

/* True as often as what is timed must be done; the time runs from the first call to that which is false. */
bool gbench_keep_running(gbench_state *state);

/* How often gbench_keep_running is going to be true. */
int64_t gbench_iterations(const gbench_state *state);

/* The time of all iterations together, of a family with GBENCH_TOLD. */
void gbench_tell(gbench_state *state, double seconds);

/* Which value of its family this is. */
int64_t gbench_value(const gbench_state *state);

/* Ends the benchmark with an error in the place of a time; return at once afterwards. The text is copied. */
void gbench_fail(gbench_state *state, const char *text);

/* A number beside the time. rate: value is that of one iteration, and is divided by the time of one. */
void gbench_count(gbench_state *state, const char *name, double value, bool rate);

/* By which clock a time is taken. */
typedef enum gbench_clock {
  GBENCH_CPU,  /* the CPU time of the calling thread */
  GBENCH_WALL, /* the clock on the wall; /real_time in the name */
  GBENCH_TOLD  /* none: gbench_tell; /manual_time in the name */
} gbench_clock;

/* A family: NAME/AXIS:VALUE for each value. The strings and the context must outlive gbench_run. */
typedef struct gbench_family {
  const char *name, *axis;
  const int64_t *values;
  size_t count;
  bool complexity; /* fit the time to the values: which power, how well */
  gbench_clock clock;
  gbench_function *run; /* may not throw, longjmp or end the process */
  void *context;
} gbench_family;

/* Adds a family to what gbench_run runs. false: no memory. */
bool gbench_add(const gbench_family *family);

/* A word about the machine or the program, for the head of the document. false: no memory. */
bool gbench_context(const char *key, const char *value);

/* Runs what was added, once in a process: repetitions of each (1 or more), of all of them in random order, each of at least min_time seconds (above 0).
   Returns the document in Google Benchmark's JSON, to be freed; NULL: no memory, or the library gave up. */
char *gbench_run(int repetitions, double min_time);

#ifdef __cplusplus
}
#endif

#endif
