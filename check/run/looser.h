/* Arithmetic looser than the declared one, by which failing answers may pass. */
#ifndef ATTEST_CHECK_LOOSER_H
#define ATTEST_CHECK_LOOSER_H

#include "check/cases/error.h"
#include "check/judge/arithmetic.h"

#define LOOSER 7

/* How the user states it: "--scores f16". n: 0 .. LOOSER - 1. */
const char *looser_option(int n);

/* Judges an answer by each arithmetic for which passes_by is true; false where it does not pass. */
void looser_try(const attest_problem *problem, const attest_answer *answer, const attest_arithmetic *declared,
                bool passes_by[LOOSER], check_error *error);

#endif
