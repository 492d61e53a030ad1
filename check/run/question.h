/* Questions to a candidate, and their outcomes. */
#ifndef ATTEST_CHECK_QUESTION_H
#define ATTEST_CHECK_QUESTION_H

#include "attest_check.h"
#include "check/cases/arena.h"
#include "check/cases/error.h"
#include "check/cases/recipe.h"
#include "check/judge/convention.h"

/* One question: a case, and the outputs wanted beside out. */
typedef struct question {
  recipe made;
  bool lse, weights;
} question;

/* The outcome of one question. */
typedef enum outcome_kind {
  OUTCOME_RETURNED,  /* status is its return value; text its reason for ATTEST_UNSUPPORTED, if it gave one */
  OUTCOME_CRASHED,   /* text: the signal, and the place if known */
  OUTCOME_HUNG,      /* it ran past the time limit */
  OUTCOME_EXITED,    /* it ended its process */
  OUTCOME_MALFORMED, /* its files cannot be read as an answer; text says why */
  OUTCOME_UNWRITTEN  /* it left no out.npy */
} outcome_kind;

typedef struct outcome {
  outcome_kind kind;
  attest_status status;
  char text[200];
} outcome;

/* One question, its problem in memory, and its outcome. The answer is valid if the outcome is OUTCOME_RETURNED with
   ATTEST_OK. */
typedef struct answered {
  size_t number; /* among the questions */
  const question *asked;
  const attest_problem *problem;
  const attest_answer *answer;
  const outcome *became;
  const arena *memory; /* the answer's arena, all pattern before the call; NULL: read from files */
  const char *path;    /* the directory of the case; NULL if there is none */
} answered;

/* Receives each answer, in the order of the questions. The pointers in it are valid until the listener returns. The
   listener asks no question itself. */
typedef check_status question_listener(void *context, const answered *a, check_error *error);

/* The description of a candidate for one type. */
typedef struct candidate_description {
  bool takes;  /* whether it takes the type */
  bool spoken; /* it describes itself; if not, the members below are defaults */
  attest_description says;
  char name[64];
  convention_set declared;
} candidate_description;

/* The question for a case, with the outputs that a candidate of this description gives. */
static inline question question_of(const candidate_description *d, const recipe *r) {
  return (question){*r, d->says.gives_lse, d->says.gives_weights};
}

#endif
