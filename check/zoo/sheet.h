/* A sheet: the weights and log-sum-exps that a candidate gave for one problem, beside those that are right. With the
   identity for v, out is the matrix of weights. */
#ifndef ATTEST_CHECK_SHEET_H
#define ATTEST_CHECK_SHEET_H

#include <stdbool.h>

#include "check/cases/problem_f64.h"

#define DETAIL_TEXT_MAX 200 /* what one sheet shows by itself: function.h, scores.h */

typedef struct sheet {
  int64_t batch, q_heads, kv_heads, q_len, keys, d_k, d_v, rows; /* rows: batch x q_heads x q_len */
  attest_dtype dtype;
  double scale, softcap; /* softcap: 0 without one */
  bool causal, windowed, has_length, has_mask, has_bias, has_sink, has_softcap, has_lse;
  int64_t left, right;               /* of the window; ATTEST_UNLIMITED: no limit, or no window */
  int64_t *length, *offset;          /* batch: keys that count; query i stands at key i + offset */
  int64_t *first, *last;             /* rows: first and last visible key; -1: none */
  double *q, *k;                     /* rows x d_k; batch x kv_heads x keys x d_k */
  double *read, *lse;                /* rows x keys, rows: what the candidate gave; lse is NaN if it gave none */
  double *score, *weight;            /* rows x keys: exact ones; the weight of a hidden key is 0 */
  double *so_far;                    /* rows x keys: the largest visible score of keys 0 .. j, or the sink */
  double *bias;                      /* rows x keys; 0 without a bias */
  double *sink;                      /* rows; -infinity without sinks */
  double *max, *total;               /* rows: largest visible score or sink, sum of exp(score - max) */
  double *rounding;                  /* rows: what rounding may change in the logarithm of a weight */
  unsigned char *visible, *unmasked; /* rows x keys */
  void *memory[3];
} sheet;

/* Fills a sheet. weights: batch x q_heads x q_len x keys; lse: batch x q_heads x q_len, or NULL. False if there is no
   memory. Free with sheet_free in any case. */
bool sheet_make(const problem_f64 *w, const double *weights, const double *lse, sheet *s);
void sheet_free(sheet *s);

/* The score of key j in a row, scaled, capped and biased, from this q and this k (d_k each). */
double sheet_score(const sheet *s, int64_t row, int64_t j, const double *q, const double *k);

/* Whether a right answer has NaN in this row: in its weights, or in all of it. */
bool sheet_expects_nan(const sheet *s, int64_t row);

/* The log-sum-exp of a row; -infinity if it sees no key. */
double sheet_right_lse(const sheet *s, int64_t row);

static inline int64_t sheet_batch(const sheet *s, int64_t row) { return row / s->q_len / s->q_heads; }
static inline int64_t sheet_head(const sheet *s, int64_t row) { return row / s->q_len % s->q_heads; }
static inline int64_t sheet_query(const sheet *s, int64_t row) { return row % s->q_len; }

/* The place of a pair of query and key in tables of rows x keys. */
static inline int64_t sheet_pair(const sheet *s, int64_t row, int64_t key) { return row * s->keys + key; }

/* q of a row, and k of the keys that it reads: d_k, keys x d_k. */
static inline const double *sheet_q(const sheet *s, int64_t row) { return s->q + row * s->d_k; }
static inline const double *sheet_k(const sheet *s, int64_t row) {
  const int64_t kv_head = sheet_head(s, row) / (s->q_heads / s->kv_heads);
  return s->k + (sheet_batch(s, row) * s->kv_heads + kv_head) * s->keys * s->d_k;
}

/* The number of keys that count in a row. */
static inline int64_t sheet_length(const sheet *s, int64_t row) { return s->length[sheet_batch(s, row)]; }

/* The size of each of n ranges of keys, rounded up; the last may be shorter. */
static inline int64_t sheet_range(int64_t keys, int64_t n) { return (keys + n - 1) / n; }

/* The key at which a row stands: its diagonal. */
static inline int64_t sheet_diagonal(const sheet *s, int64_t row) {
  return sheet_query(s, row) + s->offset[sheet_batch(s, row)];
}

static inline bool sheet_is_left_of_window(const sheet *s, int64_t row, int64_t key) {
  return s->left != ATTEST_UNLIMITED && key < sheet_diagonal(s, row) - s->left;
}
static inline bool sheet_is_right_of_window(const sheet *s, int64_t row, int64_t key) {
  return s->right != ATTEST_UNLIMITED && key > sheet_diagonal(s, row) + s->right;
}

#endif
