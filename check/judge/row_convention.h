/* The conventions of single rows: compares an answer with the expected one row by row, and allows some conventions.

   A row that sees no key (and has no sink) answers zeros. By convention it may answer NaN, or the mean of V over keys
   that share its weight: all keys; those that mask, diagonal, window or lengths hide; of these, those whose bias is not
   -infinity; and each of these sets restricted to keys below the length. Such a mean has n equal weights. Its error is
   at most 2 ((n + 8) u + u_p + u_o) times the mean of |v|, with the u of bound.h. A row with all scores near
   the smallest number counts as one that sees no key: a finite number that stands for a hidden key is no smaller.
   Where NaN at a visible key makes a row NaN, the weights of hidden keys may be NaN too. In any row, an element of out
   may be NaN if V is not finite at a hidden key of its column. The whole row may be NaN if the score of a hidden key is
   not finite. */
#ifndef ATTEST_CHECK_ROW_CONVENTION_H
#define ATTEST_CHECK_ROW_CONVENTION_H

#include "check/judge/convention.h"
#include "check/judge/expected.h"

/* The conventions of the rows of an answer. */
typedef struct row_findings {
  bool explained;          /* every row is within its bounds, by the definition or by an allowed convention */
  convention_set followed; /* by rows beyond the bounds of the definition */
  convention_set either;   /* each of these explains rows that another of these explains too */
  convention_set broken;   /* shows in a row, and is not followed there */
  double budget;           /* worst budget used of the elements within the bounds of the definition */
} row_findings;

/* Judges all rows. Only allowed conventions can explain a row. CHECK_FAILURE if there is no memory. */
check_status row_conventions(const expected *e, const attest_answer *answer, const attest_arithmetic *arithmetic,
                             convention_set allowed, row_findings *found, check_error *error);

#endif
