/* Makes a recipe into a problem and an answer to write, in an arena. */
#ifndef ATTEST_CHECK_BUILD_H
#define ATTEST_CHECK_BUILD_H

#include "attest.h"
#include "check/cases/arena.h"
#include "check/cases/recipe.h"

/* The outputs wanted beside out. */
typedef struct build_wanted {
  bool lse, weights;
} build_wanted;

/* Clears the arena and makes the case in it; problem and answer point there. Fails with CHECK_BAD_INPUT if the case
   does not fit. */
check_status build_case(const recipe *r, build_wanted wanted, arena *a, attest_problem *problem, attest_answer *answer,
                        check_error *error);

#endif
