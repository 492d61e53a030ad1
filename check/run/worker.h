/* A process of its own in which a function or a shared library runs: whatever it does to it is a finding, not a crash. */
#ifndef ATTEST_CHECK_WORKER_H
#define ATTEST_CHECK_WORKER_H

#include <sys/types.h>

#include "check/run/question.h"

struct zoo_mutant;
struct zoo_profile;

/* What runs: one of these. */
typedef struct worker_target {
  const char *library;                          /* path, or NULL */
  attest_candidate_function *compute;           /* of this process, or NULL */
  attest_candidate_describe_function *describe; /* of this process, or NULL: the defaults */
  const char *variant;                          /* a fast variant (check/judge/variant.h), or NULL */
  const struct zoo_mutant *mutant;              /* of the zoo (check/zoo/zoo.h), or NULL */
  const struct zoo_profile *profile;            /* what it takes (check/zoo/profile.h); NULL: everything */
} worker_target;

/* Loads the library of a target, if it has one, into this process. CHECK_BAD_INPUT if it cannot be loaded, does not export
   attest_candidate, or was built against an attest.h of another ATTEST_ABI. */
check_status worker_load(worker_target *of, check_error *error);

/* Computes a problem with a loaded target, in this process. */
attest_status worker_compute(const worker_target *of, const attest_problem *problem, const attest_answer *answer);

/* Started when needed, and again after it was lost. */
typedef struct worker {
  worker_target of;
  pid_t process; /* 0: none */
  int socket;
} worker;

/* Describes the target for a type. CHECK_BAD_INPUT if a library cannot be loaded or does not export attest_candidate, or it crashed. */
check_status worker_describe(worker *w, const char *name, double seconds, attest_dtype dtype, candidate_description *d, check_error *error);

/* Runs the target on a problem in the arena. CHECK_FAILURE only for faults of this program. */
check_status worker_run(worker *w, const arena *memory, double seconds, const attest_problem *problem, const attest_answer *answer,
                        outcome *result, check_error *error);

/* Ends the process. */
void worker_stop(worker *w);

#endif
