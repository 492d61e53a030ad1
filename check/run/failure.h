/* The failing cases of a candidate: the first few are diagnosed, shrunk to the smallest case that fails alike, and told. */
#ifndef ATTEST_CHECK_FAILURE_H
#define ATTEST_CHECK_FAILURE_H

#include "check/run/ask.h"
#include "check/zoo/diagnose.h"

#define FAILURES_TOLD 5

/* A failure, told by the smallest case that fails alike. */
typedef struct told_failure {
  const recipe *first, *small; /* small and small_verdict are NULL where it was not shrunk */
  const verdict *verdict, *small_verdict;
  const error_map *grid; /* where the errors of the first lie; NULL where there is none */
} told_failure;

typedef void failure_listener(void *context, const told_failure *failure);

/* A failing case that is still to be told. */
typedef struct failing_case {
  recipe made;
  verdict v;
  error_map *grid;
} failing_case;

typedef struct failure_list {
  candidate *of;
  const ability *able;    /* of the candidate, by type */
  diagnosis *seen;        /* of the answers of all that is told */
  failure_listener *told; /* NULL: nothing is told */
  void *context;          /* of the listener */
  failing_case waiting[FAILURES_TOLD];
  int waits, tells;
  char told_cases[FAILURES_TOLD][RECIPE_TEXT_MAX]; /* shrunk, without seed and type */
  double shrink_until;                             /* seconds since the epoch; 0: no shrinking has begun */
} failure_list;

/* Notes a failing case, with its diagnosis while its answer is there. */
check_status failure_note(failure_list *f, const answered *a, const verdict *v, check_error *error);

/* Tells the cases noted since the last call, but for those that shrink to a case already told. The candidate answers no other question meanwhile. */
check_status failure_tell(failure_list *f, check_error *error);

#endif
