/* A problem in memory, with an answer to be written, whose variants are timed; and whether a variant's answer is right. */
#ifndef ATTEST_BENCH_SHAPE_H
#define ATTEST_BENCH_SHAPE_H

#include "check/cases/arena.h"
#include "check/cases/recipe.h"

typedef struct bench_shape {
  recipe of;
  arena memory;
  attest_problem problem;
  attest_answer answer; /* out alone */
  int64_t pairs;        /* bench/pairs.h */
  double flops, bytes;
} bench_shape;

/* Makes the problem of a recipe. CHECK_BAD_INPUT if it needs more than SHAPE_MOST_BYTES, CHECK_FAILURE if there is no memory. Free with shape_free, also
   after a failure. */
#define SHAPE_MOST_BYTES ((size_t)1 << 34)
check_status shape_make(const recipe *r, bench_shape *shape, check_error *error);

void shape_free(bench_shape *shape);

/* An implementation, called as attest_attention is. */
typedef attest_status shape_function(const attest_problem *problem, const attest_answer *answer, const char *name, int threads,
                                     void *workspace, size_t bytes);

/* Whether the shape's answer is right: every element of it must be finite, and rows must be within their bounds (check/bound.h): all of them where the problem is
   small, else those at the edges of tiles and a few between, of the first, a middle and the last head of the first and last batch. *right says so, and text why not. */
check_status shape_judge_answer(const bench_shape *shape, const attest_arithmetic *arithmetic, bool *right, char text[200],
                                check_error *error);

/* The same of what an implementation computes, into memory that is all NaN, with such a workspace. *seconds: what a second call took. CHECK_FAILURE: no memory. */
check_status shape_judge(const bench_shape *shape, shape_function *compute, const char *name, int threads, void *workspace, size_t bytes,
                         bool *right, char text[200], double *seconds, check_error *error);

#endif
