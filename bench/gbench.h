/* Google Benchmark from C: families of benchmarks, one benchmark for each value of a number, run with repetitions in
   random order. */
#ifndef ATTEST_BENCH_GBENCH_H
#define ATTEST_BENCH_GBENCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* One repetition in progress. */
typedef struct gbench_state gbench_state;

/* Runs one repetition: prepares, then runs the timed code once for each true gbench_keep_running, then sets counters.
   */
typedef void gbench_function(gbench_state *state, void *context);

/* True once per iteration; timing runs from the first call to the call that returns false. */
bool gbench_keep_running(gbench_state *state);

/* The number of iterations: how often gbench_keep_running will be true. */
int64_t gbench_iterations(const gbench_state *state);

/* Reports the time of all iterations together, in a family with GBENCH_TOLD. */
void gbench_tell(gbench_state *state, double seconds);

/* The value of this benchmark in its family. */
int64_t gbench_value(const gbench_state *state);

/* Ends the benchmark with an error instead of a time; return at once afterwards. The text is copied. */
void gbench_fail(gbench_state *state, const char *text);

/* Adds a counter. rate: value is that of one iteration, and is divided by the time of one. */
void gbench_count(gbench_state *state, const char *name, double value, bool rate);

/* The clock of a family. */
typedef enum gbench_clock {
  GBENCH_CPU,  /* the CPU time of the calling thread */
  GBENCH_WALL, /* wall time; /real_time in the name */
  GBENCH_TOLD  /* the time given to gbench_tell; /manual_time in the name */
} gbench_clock;

/* A family: benchmarks NAME/AXIS:VALUE. The strings and the context must outlive gbench_run. */
typedef struct gbench_family {
  const char *name, *axis;
  const int64_t *values;
  size_t count;
  bool complexity; /* fit a power law to the times */
  gbench_clock clock;
  gbench_function *run; /* may not throw, longjmp or end the process */
  void *context;
} gbench_family;

/* Adds a family to the run. false: no memory. */
bool gbench_add(const gbench_family *family);

/* Reads the facts about the machine that the library writes into the document. Called before anything is made that is
   not to be left behind: where they cannot be read, the library ends the program, which then says so in one line, with
   status GBENCH_CANNOT_SEE (CHECK_FAILURE). false: no memory. */
#define GBENCH_CANNOT_SEE 3
bool gbench_see_machine(void);

/* Adds a fact about the machine or the program to the head of the document. false: no memory. */
bool gbench_context(const char *key, const char *value);

/* Runs all families: that many repetitions (1 or more) of every benchmark, all in random order, each of at least
   min_time seconds (above 0). Can be called once in a process. Returns the document in Google Benchmark's JSON, for the
   caller to free; NULL: no memory, or the library gave up. */
char *gbench_run(int repetitions, double min_time);

#ifdef __cplusplus
}
#endif

#endif
