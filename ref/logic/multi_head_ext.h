/* Multi-head attention of matrices that are the same, by weights that are the same, at two times.
  (proofs/wp/transformer.c
   proves it; code needs no more than this.) */
#ifndef ATTEST_LOGIC_MULTI_HEAD_EXT_H
#define ATTEST_LOGIC_MULTI_HEAD_EXT_H
#include "ref/logic/multi_head.h"
/*@ // the weights of a projection are at M what they are at L
    predicate SameWeights{L,M}(double *w, integer out, integer in, double *b) =
      MatSame(fmat{L}(w,in), fmat{M}(w,in), out, in) && Same(fvec_or_zero{L}(b), fvec_or_zero{M}(b), out);
    predicate SameLayer{L,M}(attest_multi_head a) =
      SameWeights{L,M}(a.w_q, times(a.q_heads,a.d_k), a.d_model, a.b_q) &&
      SameWeights{L,M}(a.w_k, times(a.kv_heads,a.d_k), a.d_context, a.b_k) &&
      SameWeights{L,M}(a.w_v, times(a.kv_heads,a.d_v), a.d_context, a.b_v) &&
      SameWeights{L,M}(a.w_o, a.d_model, times(a.q_heads,a.d_v), a.b_o);
    lemma multi_head_row{L}: \forall attest_multi_head a, rmat X, C, integer n, causal, i, d;
      Same(row(MultiHead(a,X,C,n,causal),i), LayerRow(a,X,C,n,causal,i), d);
    lemma projections_same{L,M}: \forall attest_multi_head a, rmat X, X2, C, C2, integer q_len, kv_len;
      SameLayer{L,M}(a) ==> MatSame(X,X2,q_len,a.d_model) ==> MatSame(C,C2,kv_len,a.d_context) ==>
      MatSame(Queries{L}(a,X), Queries{M}(a,X2), q_len, times(a.q_heads,a.d_k)) &&
      MatSame(Keys{L}(a,C), Keys{M}(a,C2), kv_len, times(a.kv_heads,a.d_k)) &&
      MatSame(Values{L}(a,C), Values{M}(a,C2), kv_len, times(a.kv_heads,a.d_v));
    lemma layer_heads_same{L,M}: \forall attest_multi_head a, rmat X, X2, C, C2, integer q_len, kv_len, causal, i;
      GoodLayer(a,q_len,kv_len) ==> SameLayer{L,M}(a) ==> MatSame(X,X2,q_len,a.d_model) ==>
      MatSame(C,C2,kv_len,a.d_context) ==> 0 <= i < q_len ==>
      MatSame(Queries{L}(a,X), Queries{M}(a,X2), q_len, times(a.q_heads,a.d_k)) &&
      MatSame(Keys{L}(a,C), Keys{M}(a,C2), kv_len, times(a.kv_heads,a.d_k)) &&
      MatSame(Values{L}(a,C), Values{M}(a,C2), kv_len, times(a.kv_heads,a.d_v)) &&
      MatSame(LayerHeads{L}(a,X,C,kv_len,causal,i), LayerHeads{M}(a,X2,C2,kv_len,causal,i), a.q_heads, a.d_v);
    lemma layer_row_same{L,M}: \forall attest_multi_head a, rmat X, X2, C, C2, integer q_len, kv_len, causal, i;
      GoodLayer(a,q_len,kv_len) ==> SameLayer{L,M}(a) ==> MatSame(X,X2,q_len,a.d_model) ==>
      MatSame(C,C2,kv_len,a.d_context) ==> 0 <= i < q_len ==>
      MatSame(LayerHeads{L}(a,X,C,kv_len,causal,i), LayerHeads{M}(a,X2,C2,kv_len,causal,i), a.q_heads, a.d_v) &&
      Same(joined(LayerHeads{L}(a,X,C,kv_len,causal,i),a.d_v), joined(LayerHeads{M}(a,X2,C2,kv_len,causal,i),a.d_v),
        times(a.q_heads,a.d_v)) &&
      Same(LayerRow{L}(a,X,C,kv_len,causal,i), LayerRow{M}(a,X2,C2,kv_len,causal,i), a.d_model);
    lemma multi_head_entry{L,M}: \forall attest_multi_head a, rmat X, X2, C, C2, integer q_len, kv_len, causal, i, c;
      GoodLayer(a,q_len,kv_len) ==> SameLayer{L,M}(a) ==> MatSame(X,X2,q_len,a.d_model) ==>
      MatSame(C,C2,kv_len,a.d_context) ==> 0 <= i < q_len ==> 0 <= c < a.d_model ==>
      Same(LayerRow{L}(a,X,C,kv_len,causal,i), LayerRow{M}(a,X2,C2,kv_len,causal,i), a.d_model) &&
      el(MultiHead{L}(a,X,C,kv_len,causal),i,c) == el(MultiHead{M}(a,X2,C2,kv_len,causal),i,c);
    lemma multi_head_same{L,M}: \forall attest_multi_head a, rmat X, X2, C, C2, integer q_len, kv_len, causal;
      GoodLayer(a,q_len,kv_len) ==> SameLayer{L,M}(a) ==> MatSame(X,X2,q_len,a.d_model) ==>
      MatSame(C,C2,kv_len,a.d_context) ==>
      MatSame(MultiHead{L}(a,X,C,kv_len,causal), MultiHead{M}(a,X2,C2,kv_len,causal), q_len, a.d_model);
    lemma multi_head_rows{L}: \forall attest_multi_head a, rmat X, C, Y, integer rows, n, causal, d;
      (\forall integer i; 0 <= i < rows ==> Same(row(Y,i), LayerRow(a,X,C,n,causal,i), d)) ==>
        MatSame(Y, MultiHead(a,X,C,n,causal), rows, d);
*/
#endif
