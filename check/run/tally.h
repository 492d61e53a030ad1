/* Which conventions the answers of one candidate follow, and whether it does so throughout. */
#ifndef ATTEST_CHECK_TALLY_H
#define ATTEST_CHECK_TALLY_H

#include "check/judge/convention.h"
#include "check/cases/recipe.h"
#include "check/judge/verdict.h"

/* One convention, in the cases in which it shows. */
typedef struct tally_convention {
  int64_t followed, broken;                                   /* so many follow it, so many do not (some of the rows of a case may) */
  int64_t not_asked;                                          /* so many fail because they follow it */
  char first[RECIPE_TEXT_MAX], first_broken[RECIPE_TEXT_MAX]; /* "", or the first that follows it, and that does not */
} tally_convention;

typedef struct tally {
  tally_convention of[CONVENTIONS];
} tally;

/* Counts what the answer to a case follows. name: of the case, cut off if longer than a recipe. */
void tally_verdict(tally *t, const char *name, const verdict *v);

/* Followed where it shows in some cases, and not in others: that is no convention but a fault. */
bool tally_is_fault(const tally_convention *c, convention_id id);

/* How many are faults. */
int tally_faults(const tally *t);

#endif
