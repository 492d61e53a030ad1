/* The rules of others (rules.h) and the bounds of attest on the same answers: how many mutants each misses, and how
   many answers of right implementations it rejects. */
#ifndef ATTEST_CHECK_ZOO_JUDGES_H
#define ATTEST_CHECK_ZOO_JUDGES_H

#include "check/cases/arena.h"
#include "check/cases/error.h"
#include "check/cases/suite.h"
#include "check/zoo/rules.h"

/* One judge on one set of cases. A mutant is caught if the judge rejects its answer in a case in which it accepts the
   answers of both plain right implementations, correct-materialised and correct-tiled; else it is missed. */
typedef struct judge_score {
  const char *name, *says, *from;
  size_t missed, of_mutants;
  size_t rejected, of_right; /* answers of right implementations: those of the zoo, and the variants of this machine */
} judge_score;

#define JUDGES_MOST 16

typedef struct judge_scores {
  judge_score of[JUDGES_MOST]; /* the last one is attest */
  size_t count, cases;
} judge_scores;

/* The inputs that kernels are usually tried on: ten problems of normal numbers, with and without a causal mask, of a
   type. Free with suite_free. */
check_status judges_plain_cases(attest_dtype dtype, suite *made, check_error *error);

/* Scores all judges on cases. The arena must have room for the largest. progress: NULL, or called before each case. */
check_status judges_score(const suite *cases, arena *memory,
                          void (*progress)(size_t done, size_t total, const char *name), judge_scores *scores,
                          check_error *error);

#endif
