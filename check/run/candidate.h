/* Implementations under judgement, and a process of their own in which they run: whatever they do to it is a finding, not a crash. */
#ifndef ATTEST_CHECK_CANDIDATE_H
#define ATTEST_CHECK_CANDIDATE_H

#include <sys/types.h>

#include "attest_check.h"
#include "check/cases/arena.h"
#include "check/judge/arithmetic.h"
#include "check/judge/convention.h"
#include "check/cases/error.h"

struct zoo_mutant;

/* A built-in implementation, one of the zoo, or a shared library. */
typedef struct candidate {
  const char *name;
  const char *library;                          /* path, or NULL */
  attest_candidate_function *compute;           /* built in, or NULL */
  attest_candidate_describe_function *describe; /* built in, or NULL: the defaults */
  arithmetic_said assumed;                      /* said by others, in the place of what it says of its arithmetic */
  convention_policy conventions;                /* what is made of those that it follows */
  const char *variant;                          /* a fast variant (check/fast.h), or NULL */
  const struct zoo_mutant *mutant;              /* of the zoo (check/zoo/zoo.h), or NULL */
} candidate;

/* What became of one call. */
typedef enum outcome_kind {
  OUTCOME_RETURNED, /* status says what it returned */
  OUTCOME_CRASHED,  /* text says of what, and where */
  OUTCOME_HUNG,     /* it ran past the time limit */
  OUTCOME_EXITED    /* it ended the process */
} outcome_kind;

typedef struct outcome {
  outcome_kind kind;
  attest_status status;
  char text[200];
} outcome;

/* A process that runs one candidate, started when needed and again after it was lost. */
typedef struct worker {
  const candidate *of;
  const arena *memory;
  double seconds; /* time limit of one call */
  pid_t process;  /* 0: none */
  int socket;
  convention_set described; /* conventions that the candidate declared when it was described */
} worker;

/* The candidate of a name ("reference", "avx2", "zoo:causal-top-left") or of a path to a shared library. CHECK_BAD_INPUT if it is neither. */
check_status candidate_find(const char *target, candidate *c, check_error *error);

/* Loads a candidate's library, if it is one, into this process. CHECK_BAD_INPUT if it cannot be loaded, does not export
   attest_candidate, or was built against an attest.h of another ATTEST_ABI. */
check_status candidate_load(candidate *c, check_error *error);

/* Computes a problem with a loaded candidate, in this process. */
attest_status candidate_compute(const candidate *c, const attest_problem *problem, const attest_answer *answer);

/* Describes the candidate for a type: *takes is whether it takes it. CHECK_BAD_INPUT if a library cannot be loaded or does not export
   attest_candidate. */
check_status worker_describe(worker *w, attest_dtype dtype, attest_description *description, bool *takes, check_error *error);

/* Runs the candidate on a problem in the arena. CHECK_FAILURE only for faults of this program. */
check_status worker_run(worker *w, const attest_problem *problem, const attest_answer *answer, outcome *result, check_error *error);

/* Ends the process. */
void worker_stop(worker *w);

#endif
