/* What a failing answer looks like: where its errors lie, and which known defect or convention would give the same answer. */
#ifndef ATTEST_CHECK_DIAGNOSE_H
#define ATTEST_CHECK_DIAGNOSE_H

#include "check/judge/error_map.h"
#include "check/judge/verdict.h"
#include "check/zoo/zoo.h"

#define DIAGNOSIS_MAX 256 /* members of the zoo */

/* Members of the zoo against the failing answers of one candidate. */
typedef struct diagnosis {
  int answers;                  /* failing answers looked at */
  int explained[DIAGNOSIS_MAX]; /* by member: how many of them it gives too, until one that it does not */
  bool refuted[DIAGNOSIS_MAX];
} diagnosis;

/* Takes one failing answer into account. */
check_status diagnose_answer(const expected *e, const attest_answer *answer, diagnosis *d, check_error *error);

/* Takes an answer of this verdict into account, and draws the head in which the worst element is. Where no element is what is wrong nothing is done, and the picture has
   no rows. */
check_status diagnose_verdict(const attest_problem *problem, const attest_answer *answer, const attest_arithmetic *arithmetic,
                              const verdict *v, diagnosis *d, error_map *picture, check_error *error);

/* The members that explain every answer, at most max, conventions first; their number. */
size_t diagnosis_matches(const diagnosis *d, const zoo_mutant *matches[], size_t max);

#endif
