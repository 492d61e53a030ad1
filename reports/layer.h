/* A multi-head layer with random weights, and the same computed by hand: projected, split into heads, attended to, put
   together again. */
#ifndef ATTEST_REPORTS_LAYER_H
#define ATTEST_REPORTS_LAYER_H

#include <stdbool.h>

#include "attest_layers.h"

/* One shape on the way: of an array that was there. */
typedef struct layer_step {
  const char *name;
  int dimensions;
  int64_t size[4];
} layer_step;

#define LAYER_STEPS 8
#define LAYER_SCORES "scores, weights" /* the step of batch x heads x rows x rows */

typedef struct layer {
  attest_multi_head of; /* no biases; d_v = d_k = d_model / heads */
  int64_t batch, rows;
  double *x;                /* batch x rows x d_model */
  double *y;                /* the same: by attest_multi_head_forward */
  double *q, *k, *v;        /* batch x rows x d_model: x W_Q^T and so on; head h has columns h d_k .. */
  double *weights;          /* batch x heads x rows x rows */
  double *heads;            /* batch x heads x rows x d_k: the outputs of the heads */
  double *joined, *by_hand; /* batch x rows x d_model: heads side by side; times W_O^T */
  layer_step step[LAYER_STEPS];
  int steps;
  double *memory;
} layer;

/* Makes a layer of normal weights of variance 1/d_model and normal x, and computes it both ways, by hand with this
   scale (0: 1/sqrt(d_k)). heads divides d_model. Free with layer_free, also after a failure (false: no memory). */
bool layer_make(layer *l, uint64_t seed, int64_t batch, int64_t rows, int64_t d_model, int64_t heads, bool causal,
                double scale);

void layer_free(layer *l);

/* The largest |a - b| of n numbers; NAN if any is NaN. */
double layer_difference(const double *a, const double *b, int64_t n);

/* Whether n numbers are the same bit for bit, and none of them NaN. */
bool layer_same_bits(const double *a, const double *b, int64_t n);

/* attest_multi_head_forward with a workspace of its own; false: no memory, or it failed. */
bool layer_forward(const attest_multi_head *of, const double *x, int64_t q_len, const double *context, int64_t kv_len,
                   bool causal, double *y);

/* n normal numbers with this standard deviation, those from place on of a seed. */
void layer_fill(uint64_t seed, uint64_t place, double deviation, double *to, int64_t n);

/* "(2, 4, 8)" */
void layer_print_shape(const layer_step *step, char text[96]);

#endif
