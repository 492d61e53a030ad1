/* A problem in memory, with an answer to write, for timing variants and judging their answers. */
#ifndef ATTEST_BENCH_SHAPE_H
#define ATTEST_BENCH_SHAPE_H

#include "check/cases/arena.h"
#include "check/cases/recipe.h"
#include "check/judge/verdict.h"

typedef struct bench_shape {
  recipe of;
  arena memory;
  attest_problem problem;
  attest_answer answer; /* out alone */
  int64_t pairs;        /* bench/pairs.h */
  double flops, bytes;
} bench_shape;

/* Makes the problem of a recipe. Fails with CHECK_BAD_INPUT if it needs more than SHAPE_MOST_BYTES, with CHECK_FAILURE
   if there is no memory. Free with shape_free, also after a failure. */
#define SHAPE_MOST_BYTES ((size_t)1 << 34)
check_status shape_make(const recipe *r, bench_shape *shape, check_error *error);

void shape_free(bench_shape *shape);

/* A function with the signature of attest_attention. */
typedef attest_status shape_function(const attest_problem *problem, const attest_answer *answer, const char *name,
                                     int threads, void *workspace, size_t bytes);

/* Judges the shape's answer. Every element must be finite, and rows must be within their bounds (check/judge/bound.h):
   all rows of a small problem; otherwise those at the edges of tiles and a few between, in the first, a middle and the
   last head of the first and last batch. *right is the result, and text the reason if false. */
check_status shape_judge_answer(const bench_shape *shape, const attest_arithmetic *arithmetic, bool *right,
                                char text[200], check_error *error);

/* One row of the output: query i of head h of batch b, with its own operands. */
typedef struct shape_row {
  int64_t b, h, i;
  struct {
    attest_tensor q, k, v; /* [1,1,1,d_k], [1,1,keys,d_k], [1,1,keys,d_v] */
  } of;
  const attest_output *out; /* the whole output, of the shape's sizes */
} shape_row;

/* Judges one row by its bounds, with the shape's options, mask, bias, kv_len and sink. */
check_status shape_judge_row(const bench_shape *s, const shape_row *row, const attest_arithmetic *arithmetic,
                             verdict *v, check_error *error);

/* Computes an answer into memory that is all NaN, with such a workspace, and judges it in the same way. *seconds: the
   time of a second call. CHECK_FAILURE: no memory. */
check_status shape_judge(const bench_shape *shape, shape_function *compute, const char *name, int threads,
                         void *workspace, size_t bytes, bool *right, char text[200], double *seconds,
                         check_error *error);

#endif
