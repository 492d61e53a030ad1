/* The heads and rows of a layer, from parts that are the same. (proofs/wp/transformer.c proves it; code needs no more
   than this.) */
#ifndef ATTEST_LOGIC_LAYER_HEADS_EXT_H
#define ATTEST_LOGIC_LAYER_HEADS_EXT_H
#include "ref/logic/multi_head.h"
/*@ lemma layer_heads_ext{L}: \forall attest_multi_head a, rmat Q, K, V, X, C, integer q_len, kv_len, causal, i;
      GoodLayer(a,q_len,kv_len) ==> MatSame(Q,Queries(a,X),q_len,times(a.q_heads,a.d_k)) ==>
      MatSame(K,Keys(a,C),kv_len,times(a.kv_heads,a.d_k)) ==>
        MatSame(V,Values(a,C),kv_len,times(a.kv_heads,a.d_v)) ==>
      0 <= i < q_len ==> MatSame(attended(Q,K,V,a.q_heads / a.kv_heads,a.d_k,a.d_v,kv_len,causal,i),
        LayerHeads(a,X,C,kv_len,causal,i), a.q_heads, a.d_v);
    lemma layer_row_joined{L}: \forall attest_multi_head a, rmat Z, W, X, C, rvec u, b, integer q_len, kv_len, causal,
      i;
      GoodLayer(a,q_len,kv_len) ==> Concat(u,Z,a.q_heads,a.d_v) ==>
      MatSame(Z, LayerHeads(a,X,C,kv_len,causal,i), a.q_heads, a.d_v) ==>
      MatSame(W, fmat(a.w_o,times(a.q_heads,a.d_v)), a.d_model, times(a.q_heads,a.d_v)) ==>
      Same(b, fvec_or_zero(a.b_o), a.d_model) ==>
      Same(lin(u,W,b,times(a.q_heads,a.d_v)), LayerRow(a,X,C,kv_len,causal,i), a.d_model);
    lemma layer_row_summed{L}: \forall attest_multi_head a, rmat Z, W, X, C, rvec b, integer q_len, kv_len, causal, i;
      GoodLayer(a,q_len,kv_len) ==> MatSame(Z, LayerHeads(a,X,C,kv_len,causal,i), a.q_heads, a.d_v) ==>
      MatSame(W, fmat(a.w_o,times(a.q_heads,a.d_v)), a.d_model, times(a.q_heads,a.d_v)) ==>
      Same(b, fvec_or_zero(a.b_o), a.d_model) ==> Concat(joined(Z,a.d_v),Z,a.q_heads,a.d_v) &&
      Same(lin(joined(Z,a.d_v),W,b,times(a.q_heads,a.d_v)), LayerRow(a,X,C,kv_len,causal,i), a.d_model) &&
      Same(lin(joined(Z,a.d_v),W,b,times(a.q_heads,a.d_v)), value_up(Z,W,b,a.q_heads,a.d_v), a.d_model) &&
      Same(value_up(Z,W,b,a.q_heads,a.d_v), LayerRow(a,X,C,kv_len,causal,i), a.d_model);
*/
#endif
