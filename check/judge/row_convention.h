/* The conventions of single rows: an answer row by row against what is expected, where it may follow some.

   A row that sees nothing (and has no sink) answers zeros, or by convention NaN, or the mean of V over the keys that share its weight: all; those that
   mask, diagonal, window or lengths hide; of these, those whose bias is not -infinity; each of these or only below the length. Such a mean is n equal weights: its error is at
   most twice (n + 8) u + u_p + u_o, of the mean of |v|, with the u of bound.h. A row that sees only scores near the smallest number counts as one
   that sees nothing: the finite number that stands for a hidden key is no smaller.
   Where NaN at a key that is seen makes a row NaN, the weights of hidden keys may be NaN with the others.
   In any row, an element of out may be NaN where V is not finite at a hidden key of its column, and the whole row where the score of a hidden key is not finite. */
#ifndef ATTEST_CHECK_ROW_CONVENTION_H
#define ATTEST_CHECK_ROW_CONVENTION_H

#include "check/judge/convention.h"
#include "check/judge/expected.h"

/* What the rows of an answer follow. */
typedef struct row_findings {
  bool explained;          /* every row is within its bounds, by the definition or by a convention that is allowed */
  convention_set followed; /* by those rows that are not within the bounds of the definition */
  convention_set either;   /* each of these explains rows that others of these explain too */
  convention_set broken;   /* showing in a row that does not follow it */
  double budget;           /* worst of the elements within the bounds of the definition */
} row_findings;

/* Judges all rows; conventions not in allowed are not followed. CHECK_FAILURE: no memory. */
check_status row_conventions(const expected *e, const attest_answer *answer, const attest_arithmetic *arithmetic, convention_set allowed,
                             row_findings *found, check_error *error);

#endif
