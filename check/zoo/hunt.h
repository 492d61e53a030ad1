/* Tries a mutant on the cases of a suite, in this process, until one shows its bug. */
#ifndef ATTEST_CHECK_ZOO_HUNT_H
#define ATTEST_CHECK_ZOO_HUNT_H

#include "check/cases/arena.h"
#include "check/cases/suite.h"
#include "check/judge/verdict.h"
#include "check/zoo/zoo.h"

typedef struct zoo_finding {
  bool killed;     /* the verdict on case at is not pass */
  bool diagnosed;  /* with sums over columns in another order, it is among the mutants that give the same answers */
  size_t alike;    /* number of those mutants */
  int64_t cases;   /* cases tried, the killing one included */
  recipe at;       /* the killing case, or the case with the worst budget used */
  verdict verdict; /* the verdict on that case */
} zoo_finding;

/* Tries m on the cases of a suite in their order, and stops at the first that kills it. The arena is used for the
   cases. */
check_status zoo_hunt(const zoo_mutant *m, const suite *s, arena *memory, zoo_finding *found, check_error *error);

/* Diagnoses m, with sums over columns in another order, from the case that killed it and up to four more that show the
   bug. Sets found->diagnosed and found->alike. */
check_status zoo_diagnose(const zoo_mutant *m, const suite *s, arena *memory, zoo_finding *found, check_error *error);

/* Gives the verdict on m in one case. */
check_status zoo_judge(const zoo_mutant *m, const recipe *r, arena *memory, verdict *v, check_error *error);

#endif
