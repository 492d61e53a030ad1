/* The zoo hosted in profiles: which mutants the quick suite kills in kernels that support less than everything. */
#ifndef ATTEST_CHECK_MATRIX_H
#define ATTEST_CHECK_MATRIX_H

#include "check/cases/arena.h"
#include "check/cases/suite.h"
#include "check/run/xray.h"
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

enum { MATRIX_CASES = 300 }; /* of the quick suite, the smallest, from which causes are found */

/* The X-ray of one mutant in a profile. */
typedef struct matrix_cause {
  bool fails;         /* in the cases that were tried; if not, found is not made */
  xray found, second; /* second: of the second kind of failing cases, if there are two */
} matrix_cause;

/* Whether the first cause of an X-ray says what a mutant does wrong: it is the mutant itself, or a cause that describes
   it (cause_describes). */
bool matrix_is_named(const zoo_mutant *m, const xray *found);

/* Finds out what every mutant computes instead, hosted in a profile: causes[n] for mutant n. The failing and passing
   cases are among the MATRIX_CASES. general: no mutant is suspected, as if the zoo were not known. */
check_status matrix_causes(const zoo_profile *profile, bool general, arena *memory, matrix_cause *causes,
                           check_error *error);

#endif
