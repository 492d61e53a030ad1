/* The zoo: implementations of attention with a bug, each reported in a real implementation; and correct ones. To add a
   mutant, write its wrong steps and add a row to the table of its family (masks.c, ..). */
#ifndef ATTEST_CHECK_ZOO_H
#define ATTEST_CHECK_ZOO_H

#include <stddef.h>

#include "check/zoo/steps.h"

typedef enum zoo_form { ZOO_MATERIALISED, ZOO_TILED, ZOO_SPLIT } zoo_form;

typedef struct zoo_mutant {
  const char *name;
  const char *id;     /* number in the corpus of reports: a letter for the kind of bug, a number; "M": found later */
  const char *where;  /* project#issue; "(reported)": not confirmed there; "(trap)": documented trap */
  const char *what;   /* what it does wrong */
  const char *shows;  /* the cases that show it, and how */
  const char *family; /* its table; set by zoo_list */
  zoo_form form;
  bool convention; /* some libraries do it on purpose: not a bug there */
  bool exact;      /* computes in binary64 for every type of q: the same bug in other arithmetic */
  double number;   /* a number for its steps */
  int64_t tile;    /* keys in a tile; 0: ZOO_TILE */
  int64_t splits;  /* ranges of keys of the form split; 0: 2 */
  zoo_steps steps; /* NULL: the correct step */
} zoo_mutant;

/* The table of a file. */
typedef struct zoo_family {
  const char *name;
  const zoo_mutant *mutants;
  size_t count;
} zoo_family;

/* All mutants, family by family. */
const zoo_mutant *zoo_list(size_t *count);

/* Finds a mutant by name, or a correct implementation: correct-materialised, correct-tiled, correct-split. NULL if
   there is none. */
const zoo_mutant *zoo_find(const char *name);

/* Computes the answer of a mutant (NULL: correct-materialised); weights only if materialised. rows: a flag for each row
   (batch, head, query) that is wanted; NULL: all. Reads and writes only the arrays of w and the answer, so it can run
   in any process. ATTEST_FAILED if memory runs out; then nothing is written. */
attest_status zoo_compute(const problem_f64 *w, const zoo_mutant *m, const unsigned char *rows,
                          const attest_answer *answer);

/* The same, with the interface of a candidate. */
attest_status zoo_answer(const attest_problem *problem, const zoo_mutant *m, const attest_answer *answer);

/* Whether a mutant writes weights. */
static inline bool zoo_gives_weights(const zoo_mutant *m) { return m == NULL || m->form == ZOO_MATERIALISED; }

#endif
