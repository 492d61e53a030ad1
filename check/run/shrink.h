/* From a case that fails to a small one that fails in the same way. */
#ifndef ATTEST_CHECK_SHRINK_H
#define ATTEST_CHECK_SHRINK_H

#include "check/cases/recipe.h"
#include "check/judge/verdict.h"

/* The judge of the candidate cases. */
typedef struct shrink_judge {
  void *context;
  /* found[n]: the verdict on cases[n], for n < count. */
  check_status (*judge)(void *context, const recipe *cases, size_t count, verdict *found, check_error *error);
  bool together; /* many cases cost little more than one: the likely next ones are judged in the same call */
} shrink_judge;

/* Replaces *r by the smallest case found with a verdict of the same kind as v (all kinds of wrong value count as one),
   and *v by its verdict. Options go back to their defaults and sizes go down, one after the other, as long as the
   failure remains. Tries at most a few hundred cases. */
check_status shrink_case(const shrink_judge *by, recipe *r, verdict *v, check_error *error);

#endif
