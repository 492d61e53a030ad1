/* When a candidate fails: the options and sizes without which it never fails, from all judged cases of a run. */
#ifndef ATTEST_CHECK_WHEN_H
#define ATTEST_CHECK_WHEN_H

#include <stddef.h>

#include "check/cases/recipe.h"

#define WHEN_TEXT_MAX 400
#define WHEN_CONDITIONS 3 /* most conditions named */

/* What a case was asked for. */
typedef enum judged_for {
  JUDGED_FOR_SUITE,
  JUDGED_FOR_PROBE, /* or for a bias test */
  JUDGED_FOR_SHRINKING
} judged_for;

/* A judged case. */
typedef struct judged_case {
  recipe made;
  bool failed;
  bool answered; /* its answer can be looked at: it did not crash, hang, .. */
  judged_for of;
} judged_case;

/* A condition on a case: the level of a factor, or a relation of a size to a number. */
typedef enum when_kind {
  WHEN_LEVEL,
  WHEN_PLAIN,
  WHEN_OTHER_THAN_PLAIN,
  WHEN_TYPE,
  WHEN_OFFSET, /* its sign is that of the number */
  WHEN_LEAST,
  WHEN_MOST,
  WHEN_REST, /* no multiple */
  WHEN_MULTIPLE
} when_kind;

typedef struct when_condition {
  when_kind kind;
  int of;         /* a factor, or a size */
  int64_t number; /* level, type, sign, least or most, or divisor */
} when_condition;

typedef struct when {
  when_condition all[WHEN_CONDITIONS];
  size_t conditions;
  size_t count, failing; /* judged cases, without those asked for shrinking, and those of them that failed */
  size_t such;           /* of these, the cases that meet all conditions; every failing one does */
  size_t others;         /* cases that do not, asked for shrinking or not; none fails */
} when;

/* Finds the smallest set of conditions that every failing case meets and few passing cases do. Cases asked for
   shrinking count for it too. */
when when_find(const judged_case *cases, size_t count);

/* How many of the conditions a case does not meet. */
size_t when_missed(const when *w, const recipe *r);

/* Failing cases of two kinds, for a candidate that fails for two reasons. The first kind has conditions once the cases
   of one level are left out; the second is what fails where these conditions are not met, and has its own. */
typedef struct when_kinds {
  when_condition apart; /* the level that cases of the first kind do not have */
  when first;           /* when cases without it fail */
} when_kinds;

/* Which kinds a case is looked at for, failing or not: one, or none. */
bool when_is_of_kind(const when_kinds *k, int kind, const recipe *r);

/* Splits failing cases that have no condition in common. False if they have one, or if no level splits them. */
bool when_split(const judged_case *cases, size_t count, when_kinds *k);

/* Prints what the cases of kind 0 or 1 are: "cases with fill other than nan". */
void when_print_kind(const when_kinds *k, int kind, char text[WHEN_TEXT_MAX]);

/* Prints the conditions with the counts behind them:
     "only with causal bottom-right, and from 65 keys on: 41 of 43 such cases fail, none of the 457 others".
   If no condition tells failing cases from passing ones: "41 of 500 cases fail; they have no option or size in
   common". "" if no case failed, or none passed. */
void when_print(const when *w, char text[WHEN_TEXT_MAX]);

#endif
