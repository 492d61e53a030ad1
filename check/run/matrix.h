/* The zoo hosted in profiles: which mutants the quick suite kills in kernels that support less than everything. */
#ifndef ATTEST_CHECK_MATRIX_H
#define ATTEST_CHECK_MATRIX_H

#include "check/cases/arena.h"
#include "check/cases/suite.h"
#include "check/zoo/profile.h"
#include "check/zoo/zoo.h"

typedef enum matrix_state {
  MATRIX_KILLED,      /* a case of the quick suite for the profile kills it */
  MATRIX_CANNOT_SHOW, /* passes all cases; its smallest failing case too, reduced to the profile */
  MATRIX_SURVIVED     /* the profile supports its smallest failing case, and the suite misses it */
} matrix_state;

typedef struct matrix_cell {
  matrix_state state;
  recipe at;     /* if killed: the killing case */
  char why[200]; /* if it cannot show: the options that it needs, "shows on: windows" */
} matrix_cell;

/* Finds every mutant's smallest failing case: small[n].at for mutant n of zoo_list. CHECK_FAILURE if there is no
   memory. */
check_status matrix_smallest(arena *memory, matrix_cell *small, check_error *error);

/* Fills the cells of one profile: cells[n] for mutant n. Runs the correct implementation in the profile too: *right is
   whether it passes. */
check_status matrix_profile(const zoo_profile *profile, const matrix_cell *small, arena *memory, matrix_cell *cells,
                            bool *right, check_error *error);

#endif
