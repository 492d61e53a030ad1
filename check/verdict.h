/* The verdict on one answer, tier "bound": every element against its own bound. */
#ifndef ATTEST_CHECK_VERDICT_H
#define ATTEST_CHECK_VERDICT_H

#include "check/candidate.h"
#include "check/recipe.h"

/* In order of gravity: of several, the first is told. */
typedef enum verdict_kind {
  VERDICT_PASS,
  VERDICT_SKIPPED, /* the candidate does not support the case */
  VERDICT_CRASHED,
  VERDICT_HUNG,
  VERDICT_EXITED,
  VERDICT_REFUSED,    /* it returned an error */
  VERDICT_OUTSIDE,    /* it wrote outside of its outputs */
  VERDICT_UNWRITTEN,  /* an element of an output is as it was before */
  VERDICT_NOT_FINITE, /* NaN or infinity where the answer is finite, or the wrong one */
  VERDICT_BEYOND      /* an element is beyond its bound */
} verdict_kind;

/* An element: output "out", "lse" or "weights", at [batch, head, query, column or key]. */
typedef struct verdict_element {
  const char *output;
  int64_t at[4];
  double expected, found, bound;
} verdict_element;

typedef struct verdict {
  verdict_kind kind;
  char text[200];          /* of a crash, a refusal, .. */
  double budget;           /* worst error / bound of all elements; infinite where there is none */
  verdict_element element; /* where that is; of an unwritten one, where that is */
  int64_t mean_rows;       /* rows of which no more is known than that they are means of visible values */
} verdict;

/* "pass", "crashed", .. */
const char *verdict_name(verdict_kind kind);

/* Judges an answer in the arena against the reference. */
check_status verdict_of_answer(const attest_problem *problem, const attest_answer *answer, const attest_arithmetic *arithmetic,
                               const arena *memory, verdict *v, check_error *error);

/* Makes a case in the worker's arena, runs the candidate on it and judges its answer. */
check_status verdict_of_case(worker *w, arena *memory, const recipe *r, const attest_description *description, verdict *v,
                             check_error *error);

#endif
