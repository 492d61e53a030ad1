/* Numbers read from the weights of a candidate. With the identity for v, out is the matrix of weights: compared with
   exact scores and weights it shows by how much the diagonal is moved, which factor is on the scores, how much of the
   denominator is missing. A number counts only if nearly all rows agree on it. */
#ifndef ATTEST_CHECK_READING_H
#define ATTEST_CHECK_READING_H

#include "check/zoo/cause.h"

typedef struct reading {
  bool found[MEASURES];
  double number[MEASURES];
} reading;

/* Reads the numbers from weights[batch x q_heads x q_len x keys] and lse[batch x q_heads x q_len], which may be NULL, as
   a candidate computed them for the problem. False if there is no memory. */
bool reading_make(const problem_f64 *w, const double *weights, const double *lse, reading *found);

/* The exact scores, visibility and weights of one row, and its log-sum-exp. */
typedef struct reading_row {
  double *score, *weight; /* keys */
  unsigned char *visible; /* keys */
  double max, total;      /* largest visible score or sink, sum of exp(score - max) */
} reading_row;

void reading_exact_row(const problem_f64 *w, int64_t b, int64_t h, int64_t i, reading_row *row);

#endif
