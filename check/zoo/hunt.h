/* A mutant tried on the cases of a suite, in this process, until one shows its defect. */
#ifndef ATTEST_CHECK_ZOO_HUNT_H
#define ATTEST_CHECK_ZOO_HUNT_H

#include "check/cases/arena.h"
#include "check/cases/suite.h"
#include "check/judge/verdict.h"
#include "check/zoo/zoo.h"

typedef struct zoo_finding {
  bool killed;     /* by case at: the verdict is not pass */
  bool diagnosed;  /* with its sums over columns in another order, it is among the members that give the same answers */
  size_t alike;    /* those members */
  int64_t cases;   /* tried, the killing one included */
  recipe at;       /* the killing case; else that of the worst budget */
  verdict verdict; /* on it */
} zoo_finding;

/* Tries m on the cases of a suite, the last first (combinations of options show most defects sooner than single sizes); stops at the first that kills
   it. The arena is used for the cases. */
check_status zoo_hunt(const zoo_mutant *m, const suite *s, arena *memory, zoo_finding *found, check_error *error);

/* The diagnosis of m, its sums over columns in another order, from the case that killed it and up to four more that show it. Sets found->diagnosed and
   found->alike. */
check_status zoo_diagnose(const zoo_mutant *m, const suite *s, arena *memory, zoo_finding *found, check_error *error);

/* The verdict on m in one case. */
check_status zoo_judge(const zoo_mutant *m, const recipe *r, arena *memory, verdict *v, check_error *error);

#endif
