/* A candidate: any implementation under judgement, behind one interface: candidate_describe and candidate_answer. A
   built-in implementation, a function of the caller or a shared library runs in a worker process (worker.h); a command
   runs on a directory of cases (command.h); callbacks run in this process (here.h). */
#ifndef ATTEST_CHECK_CANDIDATE_H
#define ATTEST_CHECK_CANDIDATE_H

#include "check/judge/arithmetic.h"
#include "check/run/worker.h"

/* When a candidate is given up: calls that do not return in time; time limits of one call that all calls may take, and
   one more for so many calls. */
enum { CANDIDATE_MOST_HANGS = 3, CANDIDATE_MOST_LIMITS = 60, CANDIDATE_CALLS_A_LIMIT = 10 };

typedef struct candidate candidate;

/* Answers many questions at once. Arguments and failures as candidate_answer. */
typedef check_status candidate_batch(candidate *c, const question *questions, size_t count, question_listener *listener,
                                     void *context, check_error *error);

struct candidate {
  const char *name;
  arithmetic_said said;          /* arithmetic that the user states; overrides the candidate's own description */
  convention_policy conventions; /* which conventions the user accepts or refuses */
  double seconds;                /* time limit of one call, or of one run of a command */
  arena *memory;                 /* the arena of the cases; set by the caller before the first question */
  const attest_callbacks *here;  /* set for a candidate in the calling process, else NULL */
  candidate_batch *together;     /* set for a command, else NULL; a pointer, so that programs without commands link */
  const char *command;           /* the shell command without the directory; NULL unless it is a command */
  struct command_server *server; /* set for a command that serves, else NULL */
  worker run;                    /* the process of every other candidate; a command uses only its member `confined` */
  int hangs;                     /* calls, or runs of a command, that did not return in time */
  double spent, asked;           /* calls of the worker: seconds of all, their number */
};

/* Finds the candidate by name ("reference", "avx2", "zoo:causal-top-left") or by the path of a shared library, which is
   confined (run.confined). Fails with CHECK_BAD_INPUT if target is neither. */
check_status candidate_find(const char *target, candidate *c, check_error *error);

/* The candidate made of functions of this process; describe may be NULL. */
candidate candidate_of_function(const char *name, attest_candidate_function *compute,
                                attest_candidate_describe_function *describe);

/* The candidate that runs in this process. */
candidate candidate_of_callbacks(const attest_callbacks *of);

/* Whether many cases cost little more than one. */
bool candidate_answers_together(const candidate *c);

/* Describes the candidate for inputs of one type: its own description, defaults for everything unsaid, and the
   arithmetic that the user states. Fails with CHECK_BAD_INPUT if a library cannot be loaded, does not export
   attest_candidate, or crashes while it is described. */
check_status candidate_describe(candidate *c, attest_dtype dtype, candidate_description *d, check_error *error);

/* Asks the candidate all questions, unless it is given up, and passes each answer to the listener. Fails with
   CHECK_BAD_INPUT if the candidate cannot be started. */
check_status candidate_answer(candidate *c, const question *questions, size_t count, question_listener *listener,
                              void *context, check_error *error);

/* Whether no more is asked. Either CANDIDATE_MOST_HANGS calls did not return in time: a candidate that always hangs is
   judged in a minute. Or all calls together took too long: with a limit of 10 s for one, more than ten minutes and one
   second for each call. So a candidate whose calls take a tenth of the limit on average is never given up. Setting
   hangs to 0 forgets the hangs. */
bool candidate_is_given_up(const candidate *c);

/* Ends its process. */
void candidate_end(candidate *c);

#endif
