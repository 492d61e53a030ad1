/* The zoo: implementations of attention with a defect, each of them reported of a real one; and right ones.
   To add a mutant is to add a row to the table of its family (masks.c, ..), with the steps it gets wrong above it. */
#ifndef ATTEST_CHECK_ZOO_H
#define ATTEST_CHECK_ZOO_H

#include <stddef.h>

#include "check/zoo/steps.h"

typedef enum zoo_form { ZOO_MATERIALISED, ZOO_TILED, ZOO_SPLIT } zoo_form;

typedef struct zoo_mutant {
  const char *name;
  const char *id;     /* its number in the corpus of reports: a letter for the kind of defect, and a number; "M" of later ones */
  const char *where;  /* project#issue; "(reported)": not confirmed by a maintainer in what was read; "(trap)": documented, and got wrong */
  const char *what;   /* what is wrong */
  const char *shows;  /* on which cases, and how */
  const char *family; /* its table; set by zoo_list */
  zoo_form form;
  bool convention; /* what some libraries do on purpose: not a defect of theirs */
  bool exact;      /* computes in binary64 whatever the type of q: the same defect in other arithmetic */
  zoo_steps steps; /* NULL: the right one */
} zoo_mutant;

/* The table of a file. */
typedef struct zoo_family {
  const char *name;
  const zoo_mutant *mutants;
  size_t count;
} zoo_family;

/* All mutants, family by family. */
const zoo_mutant *zoo_list(size_t *count);

/* The mutant of a name, or a right implementation: correct-materialised, correct-tiled, correct-split. NULL if there is none. */
const zoo_mutant *zoo_find(const char *name);

/* What a mutant (NULL: correct-materialised) answers; weights only if materialised. Reads and writes nothing but the arrays of w and the answer, so that
   it can run in any process. ATTEST_BAD_WORKSPACE if memory runs out, and then nothing is written. */
attest_status zoo_compute(const problem_f64 *w, const zoo_mutant *m, const attest_answer *answer);

/* The same as a candidate is called. */
attest_status zoo_answer(const attest_problem *problem, const zoo_mutant *m, const attest_answer *answer);

/* Whether it writes weights. */
static inline bool zoo_gives_weights(const zoo_mutant *m) { return m == NULL || m->form == ZOO_MATERIALISED; }

#endif
