/* A separate process for a function or a shared library: its crash is a finding, not a crash of this program. */
#ifndef ATTEST_CHECK_WORKER_H
#define ATTEST_CHECK_WORKER_H

#include <sys/types.h>

#include "check/run/question.h"

struct zoo_mutant;
struct zoo_profile;

/* The code that runs: one of these. */
typedef struct worker_code {
  const char *library;                          /* path, or NULL */
  attest_candidate_function *compute;           /* of this process, or NULL */
  attest_candidate_describe_function *describe; /* of this process, or NULL: the defaults */
  const char *variant;                          /* a fast variant (check/judge/variant.h), or NULL */
  const struct zoo_mutant *mutant;              /* of the zoo (check/zoo/zoo.h), or NULL */
  const struct zoo_profile *profile;            /* the problems that it takes (check/zoo/profile.h); NULL: all */
} worker_code;

/* Loads the candidate's library, if it has one, into this process. Fails with CHECK_BAD_INPUT if the library cannot be
   loaded, does not export attest_candidate, or was built against an attest.h of another ATTEST_ABI. */
check_status worker_load(worker_code *of, check_error *error);

/* Computes a problem with a loaded candidate, in this process. */
attest_status worker_compute(const worker_code *of, const attest_problem *problem, const attest_answer *answer);

/* One call. */
typedef struct worker_call {
  attest_problem problem;
  attest_answer answer;
} worker_call;

/* What is taken from the process of a candidate (cli/confine.h): nothing; what it has no need of; its output too. */
typedef enum confinement { CONFINED_NOT, CONFINED, CONFINED_HOSTILE } confinement;

/* A worker. It starts when needed, and again after its process was lost. */
typedef struct worker {
  worker_code of;
  const char *target; /* the name by which this program, started anew, finds the candidate; NULL: a fork serves */
  pid_t process;      /* 0: none */
  int socket;
  bool apart;           /* the process is this program, started anew */
  confinement confined; /* ... which first takes from itself what a candidate has no need of */
  uint64_t joined;      /* the number of the arena that it has joined */
  arena lent;           /* for candidate_answer: the memory of a case, as the process sees it; size 0: none yet */
} worker;

/* The command by which a program that called worker_may_execute serves: PROGRAM WORKER_COMMAND TARGET SOCKET
   CONFINEMENT, a number. */
#define WORKER_COMMAND "worker"
void worker_may_execute(void);

/* Describes the candidate for a type. Fails with CHECK_BAD_INPUT if a library cannot be loaded or does not export
   attest_candidate, or if the candidate crashes, hangs or exits. */
check_status worker_describe(worker *w, const char *name, double seconds, attest_dtype dtype, candidate_description *d,
                             check_error *error);

/* Runs the candidate on a problem in the arena. CHECK_FAILURE only for faults of this program. */
check_status worker_run(worker *w, const arena *memory, double seconds, const attest_problem *problem,
                        const attest_answer *answer, outcome *result, check_error *error);

/* Runs it on several calls that lie in the arena, one after the other, as long as it returns ATTEST_OK. *elapsed: the
   seconds from the request to the reply (process_watch). Another request, for nothing, goes before: it wakes the
   worker's processor. The worker is left as it is: halt it, and look for late writes. */
check_status worker_time(worker *w, const arena *memory, double seconds, const worker_call *calls, size_t count,
                         double *elapsed, outcome *result, check_error *error);

/* Maps the pages of the arena in the worker's process, which takes time that is no call's. */
check_status worker_touch(worker *w, const arena *memory, double seconds, outcome *result, check_error *error);

/* Halts all threads of the process, and its group, and lets them go on: it writes nothing in between. false: it could
   not be halted in time, and was ended. */
bool worker_halt(worker *w);
void worker_go_on(const worker *w);

/* Ends the process. */
void worker_stop(worker *w);

#endif
