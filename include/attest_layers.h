/* attest: what stands around attention, in binary64: multi-head attention, layer norm, feed-forward, transformer blocks
   and stacks of them; and how many parameters a model has.
   C17, usable from C++11. As in attest.h, nothing here allocates, prints, keeps state or aborts, and a call that fails
   writes nothing. Every array is contiguous, row after row, and every matrix is written rows x columns. */
#ifndef ATTEST_LAYERS_H
#define ATTEST_LAYERS_H

#include "attest.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A multi-head attention layer [Vaswani2017, section 3.2.2]. A projection stores one row for each output feature and
   computes y = x w^T + b; its bias b may be NULL. Query head h has rows h*d_k .. (h+1)*d_k - 1 of w_q, kv head g has
   rows g*d_k .. (g+1)*d_k - 1 of w_k and g*d_v .. (g+1)*d_v - 1 of w_v; query head h reads kv head
   h / (q_heads / kv_heads) [Ainslie2023]. Sizes are 1 .. ATTEST_MAX_SIZE. */
typedef struct attest_multi_head {
  int64_t d_model;   /* columns of x and of the result */
  int64_t d_context; /* columns of the context, from which keys and values are made; d_model in self-attention */
  int64_t q_heads, kv_heads; /* q_heads is a multiple of kv_heads */
  int64_t d_k, d_v;          /* columns of keys and of values in one head */
  const double *w_q, *b_q;   /* q_heads*d_k x d_model; q_heads*d_k entries or NULL */
  const double *w_k, *b_k;   /* kv_heads*d_k x d_context; kv_heads*d_k entries or NULL */
  const double *w_v, *b_v;   /* kv_heads*d_v x d_context; kv_heads*d_v entries or NULL */
  const double *w_o, *b_o;   /* d_model x q_heads*d_v; d_model entries or NULL */
} attest_multi_head;

/* Bytes of workspace that attest_multi_head_forward needs for this layer and these lengths, in *bytes. Fails as it
   does, and with ATTEST_BAD_POINTER if bytes is NULL. */
attest_status attest_multi_head_workspace(const attest_multi_head *layer, int64_t q_len, int64_t kv_len, size_t *bytes);

/* Multi-head attention: y = concat over heads of attention(x W_Q^T, context W_K^T, context W_V^T), times W_O^T, plus
   biases, with scale 1/sqrt(d_k) [Vaswani2017, section 3.2.2].
     x          q_len x d_model
     context    kv_len x d_context; x itself in self-attention, another sequence in cross-attention
     q_len, kv_len  0 .. ATTEST_MAX_SIZE
     causal     row i of x sees rows 0 .. i of the context (top-left alignment)
     y          q_len x d_model; overlaps no other array
     workspace  aligned for double; may be NULL if no byte is needed
     bytes      its size: at least what attest_multi_head_workspace said
   Fails with ATTEST_BAD_POINTER if a pointer other than a bias is NULL; with ATTEST_BAD_SHAPE if a size or length is
   out of range; with ATTEST_BAD_HEADS if a number of heads is, or q_heads is no multiple of kv_heads; with
   ATTEST_TOO_LARGE if, with d the larger of d_k and d_v, n of q_len and kv_len, and m of d_model and d_context,
   q_heads*d exceeds ATTEST_MAX_SIZE, or q_heads*q_len*kv_len, q_heads*d*m, q_heads*d*n or n*m exceeds
   ATTEST_MAX_ELEMENTS / 16; and with ATTEST_BAD_WORKSPACE. */
attest_status attest_multi_head_forward(const attest_multi_head *layer, const double *x, int64_t q_len,
                                        const double *context, int64_t kv_len, bool causal, double *y, void *workspace,
                                        size_t bytes);

/* A pre-norm transformer block [Xiong2020, section 3]: r = x + MultiHead(LN1(x)), y = r + FFN(LN2(r)), with
     LN(x)  = (x - mean) / sqrt(variance + epsilon) * gain + offset, row by row [Ba2016]; the variance divides by
              the number of columns,
     FFN(x) = max(0, x W_1^T + b_1) W_2^T + b_2 [Vaswani2017, section 3.3]. */
typedef struct attest_block {
  attest_multi_head attention;     /* with d_context equal to d_model */
  const double *gain_1, *offset_1; /* LN1: d_model entries each */
  const double *gain_2, *offset_2; /* LN2: d_model entries each */
  double epsilon;                  /* finite and positive */
  int64_t d_hidden;                /* hidden features of the feed-forward, 1 .. ATTEST_MAX_SIZE */
  const double *w_1, *b_1;         /* d_hidden x d_model; d_hidden entries or NULL */
  const double *w_2, *b_2;         /* d_model x d_hidden; d_model entries or NULL */
} attest_block;

/* Bytes of workspace that attest_stack_forward needs for these blocks and rows, in *bytes: what the largest block
   needs. Fails as it does, and with ATTEST_BAD_POINTER if bytes is NULL. */
attest_status attest_stack_workspace(const attest_block *blocks, int64_t count, int64_t rows, size_t *bytes);

/* A stack of blocks, in place: x becomes the result of blocks[0], which becomes the result of blocks[1], and so on.
     blocks     count of them, 1 .. ATTEST_MAX_SIZE, all with the same d_model
     x          rows x d_model, read and written; overlaps no other array
     rows       0 .. ATTEST_MAX_SIZE
     causal     row i sees rows 0 .. i in every block
     workspace  aligned for double
     bytes      its size: at least what attest_stack_workspace said
   Fails as attest_multi_head_forward does, with ATTEST_BAD_SHAPE also if count or d_hidden is out of range or blocks'
   sizes disagree, with ATTEST_TOO_LARGE also if rows*d_hidden or d_model*d_hidden exceeds ATTEST_MAX_ELEMENTS / 16,
   and with ATTEST_BAD_OPTION if epsilon is not finite and positive. */
attest_status attest_stack_forward(const attest_block *blocks, int64_t count, double *x, int64_t rows, bool causal,
                                   void *workspace, size_t bytes);

/* Sizes of a model made of equal layers, to count its parameters. Every size is 0 .. ATTEST_MAX_SIZE. */
typedef struct attest_model_sizes {
  int64_t d_model, q_heads, kv_heads, d_k, d_v;
  int64_t d_hidden; /* 0: no feed-forward */
  int64_t layers;
  bool biases;      /* count the biases of projections and feed-forward too */
  bool layer_norms; /* count two gains and two offsets for each layer */
} attest_model_sizes;

/* Numbers of parameters. W_V of a head is value-down and its share of W_O value-up: together they map d_model columns
   to d_model columns through d_v. */
typedef struct attest_parameters {
  int64_t query_head;         /* W_Q of one query head */
  int64_t key_head;           /* W_K of one kv head */
  int64_t value_down_head;    /* W_V of one kv head */
  int64_t value_up_head;      /* the share of W_O of one query head */
  int64_t attention_layer;    /* all heads of one layer */
  int64_t feed_forward_layer; /* the feed-forward of one layer */
  int64_t norms_layer;        /* the layer norms of one layer */
  int64_t total;              /* the whole model */
} attest_parameters;

/* Counts the parameters of a model, in *count. Fails with ATTEST_BAD_POINTER if a pointer is NULL, with
   ATTEST_BAD_SHAPE if a size is out of range, and with ATTEST_TOO_LARGE if a count exceeds INT64_MAX. */
attest_status attest_count_parameters(const attest_model_sizes *sizes, attest_parameters *count);

#ifdef __cplusplus
}
#endif

#endif
