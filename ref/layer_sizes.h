/* How large the arrays of a layer are. */
#ifndef ATTEST_REF_LAYER_SIZES_H
#define ATTEST_REF_LAYER_SIZES_H

#include "attest_layers.h"
#include "ref/index.h"
#include "ref/logic/layers.h"

/* Sizes of one call: the rows of x and of the context. */
typedef struct {
  int64_t q_len, kv_len;
} ref_lengths;

/* Columns of the projections and of the joined heads; doubles of the three projections, the heads, the joined heads, a
   row of weights. */
typedef struct {
  int64_t q_columns, k_columns, v_columns, joined_columns;
  int64_t q, k, v, z, joined, row;
} ref_layer_sizes;

/*@ requires layer: GoodLayer(a,n.q_len,n.kv_len);
    assigns \nothing;
    ensures q_columns: 0 <= \result.q_columns <= MaxSize && \result.q_columns == times(a.q_heads,a.d_k);
    ensures k_columns: 0 <= \result.k_columns <= MaxSize && \result.k_columns == times(a.kv_heads,a.d_k);
    ensures v_columns: 0 <= \result.v_columns <= MaxSize && \result.v_columns == times(a.kv_heads,a.d_v);
    ensures joined_columns: 0 <= \result.joined_columns <= MaxSize &&
      \result.joined_columns == times(a.q_heads,a.d_v);
    ensures q: 0 <= \result.q <= MaxArray && \result.q == times(n.q_len,times(a.q_heads,a.d_k));
    ensures k: 0 <= \result.k <= MaxArray && \result.k == times(n.kv_len,times(a.kv_heads,a.d_k));
    ensures v: 0 <= \result.v <= MaxArray && \result.v == times(n.kv_len,times(a.kv_heads,a.d_v));
    ensures z: 0 <= \result.z <= MaxArray && \result.z == times(times(a.q_heads,n.q_len),a.d_v) &&
      \result.z == times(a.q_heads,times(n.q_len,a.d_v));
    ensures joined: 0 <= \result.joined <= MaxArray && \result.joined == times(n.q_len,times(a.q_heads,a.d_v));
    ensures row: 0 <= \result.row <= MaxSize && \result.row == n.kv_len;
    ensures heads: HeadsDoubles(a,n.q_len,n.kv_len) == \result.q + \result.k + \result.v + \result.row;
    ensures all: LayerDoubles(a,n.q_len,n.kv_len) == \result.q + \result.k + \result.v + \result.z + \result.joined +
      \result.row; */
ref_layer_sizes ref_sizes_of_layer(attest_multi_head a, ref_lengths n);

#endif
