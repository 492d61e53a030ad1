/* Which conventions the answers of one candidate follow, and whether consistently. */
#ifndef ATTEST_CHECK_TALLY_H
#define ATTEST_CHECK_TALLY_H

#include "check/cases/recipe.h"
#include "check/judge/convention.h"
#include "check/judge/verdict.h"

/* Counts of one convention, over the cases in which it shows. */
typedef struct tally_convention {
  int64_t followed, broken; /* cases that follow it, and cases that do not; a case may be both, by its rows */
  int64_t not_asked;        /* cases that fail because they follow it */
  char first[RECIPE_TEXT_MAX], first_broken[RECIPE_TEXT_MAX]; /* the first case of each kind, or "" */
} tally_convention;

typedef struct tally {
  tally_convention of[CONVENTIONS];
} tally;

/* Counts the conventions of one verdict. name: the case, cut off beyond the length of a recipe. */
void tally_verdict(tally *t, const char *name, const verdict *v);

/* Whether most failing cases in which a stated convention shows follow it. A wrong answer to a small case may follow
   one by chance. */
bool tally_explains(const tally_convention *c);

/* Whether a convention is followed in some cases and broken in others where it shows. That is a fault, not a
   convention. */
bool tally_is_fault(const tally_convention *c, convention_id id);

/* The number of conventions that are faults. */
int tally_faults(const tally *t);

#endif
