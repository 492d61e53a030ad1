/* A problem in binary64: every tensor widened, in plain contiguous arrays. The bound, the probes and the zoo compute
   from it. */
#ifndef ATTEST_CHECK_PROBLEM_F64_H
#define ATTEST_CHECK_PROBLEM_F64_H

#include "attest.h"
#include "check/cases/error.h"

typedef struct problem_f64 {
  const attest_problem *problem; /* options, kv_len and sink stay there */
  int64_t batch, q_heads, kv_heads, q_len, keys, d_k, d_v;
  double *q, *k, *v;   /* batch x heads x rows x columns */
  double *bias;        /* batch x q_heads x q_len x keys, or NULL */
  unsigned char *mask; /* the same, or NULL */
  double scale;        /* never 0: the default is filled in */
} problem_f64;

/* Widens a problem that attest_problem_check accepts. Free with problem_f64_free, also after a failure (CHECK_FAILURE:
   no memory). */
check_status problem_f64_make(const attest_problem *problem, problem_f64 *wide, check_error *error);

void problem_f64_free(problem_f64 *wide);

/* Row i of a tensor of rows x columns in matrix number m. */
static inline const double *problem_f64_row(const double *tensor, int64_t m, int64_t rows, int64_t columns, int64_t i) {
  return tensor + (m * rows + i) * columns;
}

/* The number, in k and v, of the kv head of query head h of batch b. */
static inline int64_t problem_f64_kv(const problem_f64 *w, int64_t b, int64_t h) {
  return b * w->kv_heads + h / (w->q_heads / w->kv_heads);
}

/* The default scale of a problem. */
double problem_f64_default_scale(int64_t d_k);

/* The number of keys of batch b that count. */
int64_t problem_f64_kv_len(const attest_problem *problem, int64_t b);

/* The offset of the diagonal: query i stands at key i + offset. kv_len: the number of keys that count. */
int64_t problem_f64_offset(const attest_problem *problem, int64_t kv_len);

#endif
