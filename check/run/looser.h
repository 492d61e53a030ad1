/* Arithmetic looser than the declared one, by which failing answers may pass. */
#ifndef ATTEST_CHECK_LOOSER_H
#define ATTEST_CHECK_LOOSER_H

#include "check/cases/error.h"
#include "check/judge/arithmetic.h"

#define LOOSER 7

/* How the user states it: "--scores f16". n: 0 .. LOOSER - 1. */
const char *looser_option(int n);

/* The answers judged by each arithmetic. Zero-initialised: none. */
typedef struct looser {
  int answers;
  bool fails[LOOSER];
  int vague[LOOSER]; /* how many answers are vague (verdict_is_vague) */
} looser;

/* Judges one more answer by each arithmetic by which none has failed yet. */
void looser_try(const attest_problem *problem, const attest_answer *answer, const attest_arithmetic *declared,
                looser *seen, check_error *error);

/* Whether all answers, at least one, pass by an arithmetic, and it says something about most of them. */
bool looser_explains(const looser *seen, int n);

#endif
