/* A candidate: any implementation under judgement. Whatever it is, it is one interface: describe says what it is, answer has it answer cases. A built-in
   implementation, a function of the caller or a shared library runs in a worker process (worker.h), a command on a directory of cases (command.h). */
#ifndef ATTEST_CHECK_CANDIDATE_H
#define ATTEST_CHECK_CANDIDATE_H

#include "check/judge/arithmetic.h"
#include "check/run/worker.h"

typedef struct candidate candidate;

/* Answers many questions at once; as candidate_answer. */
typedef check_status candidate_batch(const candidate *c, const question *questions, size_t count, question_listener *listener,
                                     void *context, check_error *error);

struct candidate {
  const char *name;
  arithmetic_said said;          /* by others, instead of what it says of its arithmetic */
  convention_policy conventions; /* what is made of those that it follows */
  double seconds;                /* time limit: of one call, or of one run of a command */
  arena *memory;                 /* in which cases are made; the caller's, before the first question */
  candidate_batch *together;     /* of a command, else NULL. (What judges functions only is linked without files.) */
  const char *command;           /* of a command: for a shell, without the directory */
  struct command_server *server; /* of a command that serves; else NULL */
  worker run;                    /* of all others */
};

/* The candidate of a name ("reference", "avx2", "zoo:causal-top-left") or of a path to a shared library. CHECK_BAD_INPUT if it is neither. */
check_status candidate_find(const char *target, candidate *c, check_error *error);

/* Of functions of this process; describe may be NULL. */
candidate candidate_of_function(const char *name, attest_candidate_function *compute, attest_candidate_describe_function *describe);

/* Whether many cases cost little more than one. */
bool candidate_answers_together(const candidate *c);

/* What it says of itself, with the defaults where it says nothing and what others said of its arithmetic. CHECK_BAD_INPUT if a library cannot be loaded,
   does not export attest_candidate, or crashes as it is described. */
check_status candidate_describe(candidate *c, attest_dtype dtype, candidate_description *d, check_error *error);

/* Has it answer questions, and tells the listener each answer. CHECK_BAD_INPUT if it cannot be started at all. */
check_status candidate_answer(candidate *c, const question *questions, size_t count, question_listener *listener, void *context,
                              check_error *error);

/* Ends its process. */
void candidate_end(candidate *c);

#endif
