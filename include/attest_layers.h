/* attest: what stands around attention, in binary64: multi-head attention, layer norm, feed-forward, blocks, stacks; parameter counts.
   C17; usable from C++. As in attest.h, nothing here allocates, prints, keeps state or aborts. */
#ifndef ATTEST_LAYERS_H
#define ATTEST_LAYERS_H

#include "attest.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A multi-head attention layer (Vaswani et al. 2017, section 3.2.2), binary64, every array contiguous. Projections are
   stored as rows of output features, w[out][in], and apply as y = x w^T + b; a bias may be NULL.
   Query head h uses rows h*d_k .. of w_q, kv head g rows g*d_k .. of w_k and g*d_v .. of w_v. */
typedef struct attest_multi_head {
  int64_t d_model;           /* columns of x and of the result */
  int64_t d_context;         /* columns of the context that keys and values come from; d_model in self-attention */
  int64_t q_heads, kv_heads; /* q_heads a multiple of kv_heads */
  int64_t d_k, d_v;          /* of one head; q_heads*d_k and q_heads*d_v at most ATTEST_MAX_SIZE */
  const double *w_q, *b_q;   /* q_heads*d_k  x d_model;   q_heads*d_k  or NULL */
  const double *w_k, *b_k;   /* kv_heads*d_k x d_context; kv_heads*d_k or NULL */
  const double *w_v, *b_v;   /* kv_heads*d_v x d_context; kv_heads*d_v or NULL */
  const double *w_o, *b_o;   /* d_model x q_heads*d_v;    d_model or NULL */
} attest_multi_head;

/* Bytes of workspace for a layer over q_len rows that attend to kv_len rows. Fails as attest_multi_head_forward does. */
attest_status attest_multi_head_workspace(const attest_multi_head *layer, int64_t q_len, int64_t kv_len, size_t *bytes);

/* y = concat over heads of attention(x W_Q^T, context W_K^T, context W_V^T), times W_O^T, plus biases; scale 1/sqrt(d_k).
     x        q_len x d_model
     context  kv_len x d_context; x itself for self-attention, another sequence for cross-attention
     causal   row i sees keys 0 .. i only (top-left)
     y        q_len x d_model, overlapping none of the others
   Fails with ATTEST_BAD_POINTER, ATTEST_BAD_SHAPE, ATTEST_BAD_HEADS, ATTEST_BAD_WORKSPACE, or ATTEST_TOO_LARGE: an array, or
   q_heads*q_len*kv_len (the scores), exceeds ATTEST_MAX_ELEMENTS / 16, or a row of all heads (q_heads*d_k or q_heads*d_v) exceeds
   ATTEST_MAX_SIZE. */
attest_status attest_multi_head_forward(const attest_multi_head *layer, const double *x, int64_t q_len, const double *context,
                                        int64_t kv_len, bool causal, double *y, void *workspace, size_t bytes);

/* A pre-norm transformer block (Xiong et al. 2020, section 3): r = x + MultiHead(LN1(x)), y = r + FFN(LN2(r)), with
   LN(x) = (x - mean) / sqrt(variance + epsilon) * gain + offset (Ba et al. 2016; biased variance) and
   FFN(x) = max(0, x W_1^T + b_1) W_2^T + b_2 (Vaswani et al. 2017, section 3.3). */
typedef struct attest_block {
  attest_multi_head attention;     /* d_context equal to d_model */
  const double *gain_1, *offset_1; /* d_model each */
  const double *gain_2, *offset_2; /* d_model each */
  double epsilon;                  /* finite, > 0 */
  int64_t d_hidden;                /* hidden features of the feed-forward */
  const double *w_1, *b_1;         /* d_hidden x d_model; d_hidden or NULL */
  const double *w_2, *b_2;         /* d_model x d_hidden; d_model or NULL */
} attest_block;

/* Bytes of workspace for any of count blocks over rows rows. */
attest_status attest_stack_workspace(const attest_block *blocks, int64_t count, int64_t rows, size_t *bytes);

/* x, rows x d_model, becomes the result of blocks[0], then of blocks[1] and so on, in place; all blocks have the same d_model.
   Fails as attest_multi_head_forward does, and with ATTEST_BAD_OPTION for epsilon. */
attest_status attest_stack_forward(const attest_block *blocks, int64_t count, double *x, int64_t rows, bool causal, void *workspace,
                                   size_t bytes);

/* Sizes of a model made of equal layers, for counting parameters; every size 0 .. ATTEST_MAX_SIZE. */
typedef struct attest_model_sizes {
  int64_t d_model, q_heads, kv_heads, d_k, d_v;
  int64_t d_hidden; /* 0: no feed-forward */
  int64_t layers;
  bool biases;      /* count projection biases too */
  bool layer_norms; /* count two gains and two offsets a layer */
} attest_model_sizes;

/* Parameters of such a model, part by part: of one query head's W_Q, one kv head's W_K and W_V (value-down), one query
   head's share of W_O (value-up), of all the attention and all the feed-forward of one layer, and of everything. */
typedef struct attest_parameters {
  int64_t query_head, key_head, value_down_head, value_up_head;
  int64_t attention_layer, feed_forward_layer, norms_layer, total;
} attest_parameters;

/* Counts the parameters of a model. Fails with ATTEST_BAD_POINTER, ATTEST_BAD_SHAPE, or
   ATTEST_TOO_LARGE (a count exceeds INT64_MAX). */
attest_status attest_count_parameters(const attest_model_sizes *sizes, attest_parameters *count);

#ifdef __cplusplus
}
#endif

#endif
