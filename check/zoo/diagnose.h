/* Diagnosis of a failing answer: where its errors lie, and which known bug or convention gives the same answer. */
#ifndef ATTEST_CHECK_DIAGNOSE_H
#define ATTEST_CHECK_DIAGNOSE_H

#include "check/judge/error_map.h"
#include "check/judge/verdict.h"
#include "check/zoo/zoo.h"

#define DIAGNOSIS_MAX 256 /* most mutants */

/* The mutants compared with the failing answers of one candidate. */
typedef struct diagnosis {
  int answers;                  /* failing answers compared */
  int explained[DIAGNOSIS_MAX]; /* by mutant: how many of them it gives too, up to the first that it does not */
  bool refuted[DIAGNOSIS_MAX];
} diagnosis;

/* Compares one failing answer with all mutants. */
check_status diagnose_answer(const expected *e, const attest_answer *answer, diagnosis *d, check_error *error);

/* Compares an answer of this verdict with all mutants, and makes the error map of the head with the worst element. If
   the verdict is not about an element, does nothing and leaves a map without rows. A problem of more than 2e7
   multiplications is not compared: it would take minutes. */
check_status diagnose_verdict(const attest_problem *problem, const attest_answer *answer,
                              const attest_arithmetic *arithmetic, const verdict *v, diagnosis *d, error_map *map,
                              check_error *error);

/* Lists the mutants that explain every answer, at most max, conventions first; returns their number. */
size_t diagnosis_matches(const diagnosis *d, const zoo_mutant *matches[], size_t max);

#endif
