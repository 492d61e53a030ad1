/* Generated cases computed by the fast variants, in memory that is watched. */
#ifndef ATTEST_TESTS_SUPPORT_FAST_H
#define ATTEST_TESTS_SUPPORT_FAST_H

#include "check/cases/arena.h"
#include "check/cases/recipe.h"
#include "tests/unit/support.h"

typedef struct fast_case {
  arena memory;
  attest_problem problem;
  attest_answer answer; /* with lse and weights */
} fast_case;

/* The case of a recipe; asserts success. */
fast_case fast_case_make(const recipe *r);
fast_case fast_case_of(const char *text);
void fast_case_free(fast_case *c);

/* What the variant gives of the answer: without weights where it has none; out NULL if it does not compute the problem.
   */
attest_answer fast_given(const char *name, const fast_case *c);

/* Fills all outputs with the arena's pattern. */
void fast_clear(const fast_case *c);

/* attest_attention with a workspace of exactly the bytes it asks for, at an address with this remainder of 64, between
   bytes that it must not write; asserts that it succeeds and has not. The outputs are cleared before. */
void fast_attend(const char *name, const fast_case *c, const attest_answer *answer, int threads, size_t remainder);

/* A copy of the memory of all outputs, to compare; the caller's to free. */
unsigned char *fast_copy(const fast_case *c, size_t *bytes);

#endif
