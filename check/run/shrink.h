/* From a case that fails to a small one that fails in the same way. */
#ifndef ATTEST_CHECK_SHRINK_H
#define ATTEST_CHECK_SHRINK_H

#include "check/cases/recipe.h"
#include "check/judge/verdict.h"

/* Who judges the cases that are tried. */
typedef struct shrink_judge {
  void *context;
  /* found[n]: the verdict on cases[n], for n < count. */
  check_status (*judge)(void *context, const recipe *cases, size_t count, verdict *found, check_error *error);
  bool together; /* many cases cost little more than one: those that may be tried next are judged with it */
} shrink_judge;

/* Replaces *r by the smallest case found of which the verdict is of the same kind as v (of a wrong value: any wrong value), and *v by that verdict: options go
   back to their defaults, sizes down, one after the other, as long as that helps. Tries at most a few hundred cases. */
check_status shrink_case(const shrink_judge *by, recipe *r, verdict *v, check_error *error);

#endif
