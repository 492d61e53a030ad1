/* The zoo hosted in profiles: which mutants the quick suite kills in kernels that do less than everything. */
#ifndef ATTEST_CHECK_MATRIX_H
#define ATTEST_CHECK_MATRIX_H

#include "check/cases/arena.h"
#include "check/cases/suite.h"
#include "check/zoo/profile.h"
#include "check/zoo/zoo.h"

typedef enum matrix_state {
  MATRIX_KILLED,      /* by a case of the quick suite that is made for the profile */
  MATRIX_CANNOT_SHOW, /* it answers all cases rightly, its smallest failing one too as far as the profile has it */
  MATRIX_SURVIVED     /* its smallest failing case is one of the profile's, and the suite misses it */
} matrix_state;

typedef struct matrix_cell {
  matrix_state state;
  recipe at;     /* of a killed one: by which case */
  char why[200]; /* of one that cannot show: on which cases it does, "shows on: windows" */
} matrix_cell;

/* Every mutant's smallest case: small[n].at is that of mutant n of zoo_list. CHECK_FAILURE if there is no memory. */
check_status matrix_smallest(arena *memory, matrix_cell *small, check_error *error);

/* The cells of one profile: cell[n] is that of mutant n. Runs the right implementation in the profile too: *right is whether it passes. */
check_status matrix_profile(const zoo_profile *profile, const matrix_cell *small, arena *memory, matrix_cell *cells, bool *right,
                            check_error *error);

#endif
