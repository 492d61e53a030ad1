/* Which conventions the answers of one implementation follow, and whether it does so throughout. */
#ifndef ATTEST_CHECK_TALLY_H
#define ATTEST_CHECK_TALLY_H

#include "check/judge/convention.h"
#include "check/judge/verdict.h"

/* One convention, in cases and probes. */
typedef struct tally_convention {
  int64_t followed, broken; /* where it shows: so many follow it, so many do not (some of the rows of a case may) */
  int64_t unproven;         /* once settled: 0 if it is followed; else so many cases are explained by it alone, and could be faults too */
  char first[RECIPE_TEXT_MAX], first_broken[RECIPE_TEXT_MAX], first_unproven[RECIPE_TEXT_MAX]; /* "", or the first of them */
} tally_convention;

/* Cases that follow one of several conventions, and do not tell which; unproven: or none, and are wrong. */
typedef struct tally_doubt {
  convention_set either;
  bool unproven;
  int64_t cases;
  char first[RECIPE_TEXT_MAX];
} tally_doubt;

#define TALLY_DOUBTS 64

typedef struct tally {
  tally_convention of[CONVENTIONS];
  tally_doubt doubt[TALLY_DOUBTS]; /* each set once */
  int doubts;
} tally;

/* Counts what the answer to a case follows. name: of the case, cut off if longer than a recipe. */
void tally_verdict(tally *t, const char *name, const verdict *v);

/* Once all cases are counted: what other cases follow explains the doubtful ones. Those that no other case settles count as their first convention, and
   as unproven if they could be wrong. */
void tally_settle(tally *t);

/* Followed where it shows in some cases, and not in others, or unproven: that is no convention but a fault. */
bool tally_is_fault(const tally_convention *c, convention_id id);

/* How many are faults. */
int tally_faults(const tally *t);

#endif
