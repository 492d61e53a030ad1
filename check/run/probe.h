/* Probes: properties that attention has exactly. A probe is one case or two; each answer is judged by its bounds like any other, which is where it can fail. Within
   the bounds a difference is no fault (softmax is shift-invariant, sums may be taken in any order): then it is reported as not bitwise. */
#ifndef ATTEST_CHECK_PROBE_H
#define ATTEST_CHECK_PROBE_H

#include "check/cases/support.h"
#include "check/judge/verdict.h"
#include "check/run/question.h"

typedef enum probe_result {
  PROBE_HOLDS,
  PROBE_DIFFERS, /* within the bounds, not bit for bit */
  PROBE_FAILS,   /* an answer is beyond its bounds, or there is none */
  PROBE_SKIPPED  /* the candidate does not support its cases */
} probe_result;

typedef struct probe_finding {
  probe_result result;
  char text[800]; /* of a probe that does not hold: what was seen, and where; of one that fails, the case */
} probe_finding;

/* What two answers, or one, must have. */
typedef enum probe_relation {
  RELATION_SAME,       /* every row is the same in both */
  RELATION_EVEN_ROWS,  /* every second row */
  RELATION_PREFIX,     /* the rows that the second answer has */
  RELATION_CONSTANT,   /* every element of the only answer is the same as the first */
  RELATION_HIDDEN_ZERO /* v is one-hot: what is not visible weighs exactly 0 */
} probe_relation;

typedef struct probe {
  const char *name, *property;
  probe_relation relation;
  const char *first, *second; /* recipes without type; second NULL: there is one case only */
} probe;

const probe *probe_list(size_t *count);

/* The cases of a probe for a candidate and a type: their number, 0 if the candidate does not support them. */
size_t probe_cases(const probe *p, const support *s, recipe cases[2]);

/* What is seen of one probe, case by case. Zero-initialise; free with probe_free. */
typedef struct probe_sight {
  bool asked;
  double *first; /* out of the first case */
  int64_t size[4];
  probe_finding found;
} probe_sight;

/* Takes the answer to case n of the probe, with its verdict, into account. */
check_status probe_see(const probe *p, size_t n, const answered *a, const verdict *v, probe_sight *sight, check_error *error);

void probe_free(probe_sight *sight);

#endif
