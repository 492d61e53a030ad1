/* From a case that fails to a small one that fails in the same way. */
#ifndef ATTEST_CHECK_SHRINK_H
#define ATTEST_CHECK_SHRINK_H

#include "check/verdict.h"

/* Replaces *r by the smallest case found of which the verdict is of the same kind as v (of a wrong value: any wrong value), and *v by that verdict: options go
   back to their defaults, sizes down, one after the other, as long as that helps. Tries at most a few hundred cases. */
check_status shrink_case(worker *w, arena *memory, const attest_description *description, recipe *r, verdict *v, check_error *error);

#endif
