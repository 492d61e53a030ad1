/* Questions to a candidate, and what becomes of them. */
#ifndef ATTEST_CHECK_QUESTION_H
#define ATTEST_CHECK_QUESTION_H

#include "attest_check.h"
#include "check/cases/arena.h"
#include "check/cases/error.h"
#include "check/cases/recipe.h"
#include "check/judge/convention.h"

/* What is asked: a case, and which outputs beside out. */
typedef struct question {
  recipe made;
  bool lse, weights;
} question;

/* What became of one question. */
typedef enum outcome_kind {
  OUTCOME_RETURNED,  /* status says what it returned; ATTEST_UNSUPPORTED with a reason in text, if it gave one */
  OUTCOME_CRASHED,   /* text says of what, and where */
  OUTCOME_HUNG,      /* it ran past the time limit */
  OUTCOME_EXITED,    /* it ended its process */
  OUTCOME_MALFORMED, /* what it wrote to files cannot be read as an answer; text says why */
  OUTCOME_UNWRITTEN  /* it left no out.npy */
} outcome_kind;

typedef struct outcome {
  outcome_kind kind;
  attest_status status;
  char text[200];
} outcome;

/* One question, its problem in memory, and what became of it. The answer is there if the kind is OUTCOME_RETURNED with ATTEST_OK. */
typedef struct answered {
  size_t number; /* among the questions */
  const question *asked;
  const attest_problem *problem;
  const attest_answer *answer;
  const outcome *became;
  const arena *memory; /* in which the answer was written, all of the arena's pattern before; NULL if it comes from files */
  const char *path;    /* of the directory of the case; NULL if it has none */
} answered;

/* Told each answer, in the order of the questions. What it points to lasts until the listener returns; the listener asks no question. */
typedef check_status question_listener(void *context, const answered *a, check_error *error);

/* What a candidate says of itself for a type. */
typedef struct candidate_description {
  bool takes;  /* the type */
  bool spoken; /* it has a description; else the rest are defaults */
  attest_description says;
  char name[64];
  convention_set declared;
} candidate_description;

/* A case, and the outputs that a candidate with this description gives. */
static inline question question_of(const candidate_description *d, const recipe *r) {
  return (question){*r, d->says.gives_lse, d->says.gives_weights};
}

#endif
