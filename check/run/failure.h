/* The failing cases of a candidate: the first few are diagnosed, shrunk to the smallest case that fails in the same
   way, and reported. */
#ifndef ATTEST_CHECK_FAILURE_H
#define ATTEST_CHECK_FAILURE_H

#include "check/run/ask.h"
#include "check/zoo/diagnose.h"

#define FAILURES_REPORTED 5

/* A reported failure, with the smallest case that fails in the same way. */
typedef struct reported_failure {
  const recipe *first, *small; /* small and small_verdict: NULL if the case was not shrunk */
  const verdict *verdict, *small_verdict;
  const error_map *grid; /* the error map of first; NULL if there is none */
  bool is_complete;      /* shrinking did not end for lack of time, nor was left out */
} reported_failure;

typedef void failure_listener(void *context, const reported_failure *failure);

/* Hears of a case judged for shrinking; false: memory is short. */
typedef bool failure_witness(void *context, const recipe *made, const verdict *v);

/* A failing case that is not reported yet. */
typedef struct failing_case {
  recipe made;
  verdict v;
  error_map *grid;
} failing_case;

typedef struct failure_list {
  candidate *of;
  const ability *able;        /* what the candidate supports, by type */
  diagnosis *seen;            /* diagnosis of all reported answers */
  failure_listener *listener; /* NULL: failures are not reported */
  void *context;              /* passed to the listener */
  failure_witness *witness;
  void *witness_context;
  failing_case waiting[FAILURES_REPORTED];
  int waits, reported;
  char reported_cases[FAILURES_REPORTED][RECIPE_TEXT_MAX]; /* after shrinking, without seed and type */
  double shrink_until;                                     /* by clock_seconds; 0: shrinking has not begun */
} failure_list;

/* Notes a failing case, and diagnoses its answer while that is in memory. */
check_status failure_note(failure_list *f, const answered *a, const verdict *v, check_error *error);

/* Reports the cases noted since the last call, except those that shrink to a case already reported. The candidate must
   not be answering other questions. */
check_status failure_report(failure_list *f, check_error *error);

#endif
