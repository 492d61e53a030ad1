/* The verdict on one answer, tier "bound": every element against its own bound. */
#ifndef ATTEST_CHECK_VERDICT_H
#define ATTEST_CHECK_VERDICT_H

#include "check/run/candidate.h"
#include "check/judge/convention.h"
#include "check/judge/expected.h"
#include "check/cases/recipe.h"

/* In order of gravity: of several, the first is told. */
typedef enum verdict_kind {
  VERDICT_PASS,
  VERDICT_SKIPPED,    /* the candidate does not support the case */
  VERDICT_CONVENTION, /* it is not the definition's answer, but that of conventions: neither right nor wrong */
  VERDICT_CRASHED,
  VERDICT_HUNG,
  VERDICT_EXITED,
  VERDICT_REFUSED,    /* it returned an error */
  VERDICT_MALFORMED,  /* what it wrote to files cannot be read as an answer */
  VERDICT_UNDECLARED, /* a convention that is declared is not followed */
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
  char text[200];          /* of a crash, a refusal, conventions, ..; "" where element tells more */
  double budget;           /* worst error / bound of all elements; infinite where there is none */
  verdict_element element; /* where that is; of an unwritten one, where that is */
  int64_t mean_rows;       /* rows of which no more is known than that they are means of visible values */
  convention_set followed; /* conventions without which the answer would be wrong */
  convention_set either;   /* of these one is followed, and it is not certain which; 0 if one of them is among the others */
  convention_set unproven; /* one of these explains the answer, whose bounds are then so wide that a fault would be within them too */
  convention_set broken;   /* conventions that would show in it, and are not followed */
} verdict;

/* "pass", "crashed", .. */
const char *verdict_name(verdict_kind kind);

/* Whether it is none of pass, skipped and by a convention. */
bool verdict_fails(verdict_kind kind);

/* Judges an answer against the reference. An output that is absent is not judged. memory: the arena in which the answer was written; NULL if it
   comes from files, where no element is as it was before. A problem that attest_problem_check accepts. */
check_status verdict_of_answer(const attest_problem *problem, const attest_answer *answer, const attest_arithmetic *arithmetic,
                               const convention_policy *policy, const arena *memory, verdict *v, check_error *error);

/* The same of what is computed already, by the definition alone. patterned: the answer was all of the arena's pattern before. */
void verdict_of_expected(const expected *e, const attest_answer *answer, bool patterned, verdict *v);

/* The verdict on a call that gave no answer; false if it gave one. */
bool verdict_of_outcome(const outcome *o, verdict *v);

/* Makes a case in the worker's arena, runs the candidate on it and judges its answer. */
check_status verdict_of_case(worker *w, arena *memory, const recipe *r, const attest_description *description, verdict *v,
                             check_error *error);

#endif
