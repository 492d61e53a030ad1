/* Multi-head attention of matrices that are the same. (proofs/wp/transformer.c proves it; code needs no more than
   this.) */
#ifndef ATTEST_LOGIC_MULTI_HEAD_EXT_H
#define ATTEST_LOGIC_MULTI_HEAD_EXT_H
#include "ref/logic/block.h"
/*@ lemma queries_ext{L}: \forall attest_multi_head *a, rmat X, X2, integer rows; MatSame(X,X2,rows,a->d_model) ==>
      MatSame(Queries(a,X), Queries(a,X2), rows, times(a->q_heads,a->d_k));
    lemma keys_ext{L}: \forall attest_multi_head *a, rmat C, C2, integer rows; MatSame(C,C2,rows,a->d_context) ==>
      MatSame(Keys(a,C), Keys(a,C2), rows, times(a->kv_heads,a->d_k));
    lemma values_ext{L}: \forall attest_multi_head *a, rmat C, C2, integer rows; MatSame(C,C2,rows,a->d_context) ==>
      MatSame(Values(a,C), Values(a,C2), rows, times(a->kv_heads,a->d_v));
    lemma multi_head_row{L}: \forall attest_multi_head *a, rmat X, C, integer n, causal, i, d;
      Same(row(MultiHead(a,X,C,n,causal),i), LayerRow(a,X,C,n,causal,i), d);
    lemma layer_heads_same{L}: \forall attest_multi_head *a, rmat X, X2, C, C2, integer q_len, kv_len, causal, i;
      GoodLayer(a,q_len,kv_len) ==> MatSame(X,X2,q_len,a->d_model) ==> MatSame(C,C2,kv_len,a->d_context) ==>
        0 <= i < q_len ==>
      MatSame(Queries(a,X), Queries(a,X2), q_len, times(a->q_heads,a->d_k)) &&
      MatSame(Keys(a,C), Keys(a,C2), kv_len, times(a->kv_heads,a->d_k)) &&
      MatSame(Values(a,C), Values(a,C2), kv_len, times(a->kv_heads,a->d_v)) &&
      MatSame(LayerHeads(a,X,C,kv_len,causal,i), LayerHeads(a,X2,C2,kv_len,causal,i), a->q_heads, a->d_v);
    lemma layer_row_same{L}: \forall attest_multi_head *a, rmat X, X2, C, C2, integer q_len, kv_len, causal, i;
      GoodLayer(a,q_len,kv_len) ==> MatSame(X,X2,q_len,a->d_model) ==> MatSame(C,C2,kv_len,a->d_context) ==>
        0 <= i < q_len ==>
      MatSame(LayerHeads(a,X,C,kv_len,causal,i), LayerHeads(a,X2,C2,kv_len,causal,i), a->q_heads, a->d_v) &&
      Same(joined(LayerHeads(a,X,C,kv_len,causal,i),a->d_v), joined(LayerHeads(a,X2,C2,kv_len,causal,i),a->d_v),
        times(a->q_heads,a->d_v)) &&
      Same(LayerRow(a,X,C,kv_len,causal,i), LayerRow(a,X2,C2,kv_len,causal,i), a->d_model);
    lemma multi_head_entry{L}: \forall attest_multi_head *a, rmat X, X2, C, C2, integer q_len, kv_len, causal, i, c;
      GoodLayer(a,q_len,kv_len) ==> MatSame(X,X2,q_len,a->d_model) ==> MatSame(C,C2,kv_len,a->d_context) ==>
        0 <= i < q_len ==>
      0 <= c < a->d_model ==> Same(LayerRow(a,X,C,kv_len,causal,i), LayerRow(a,X2,C2,kv_len,causal,i), a->d_model) &&
      el(MultiHead(a,X,C,kv_len,causal),i,c) == el(MultiHead(a,X2,C2,kv_len,causal),i,c);
    lemma multi_head_ext{L}: \forall attest_multi_head *a, rmat X, X2, C, C2, integer q_len, kv_len, causal;
      GoodLayer(a,q_len,kv_len) ==>
      MatSame(X,X2,q_len,a->d_model) ==> MatSame(C,C2,kv_len,a->d_context) ==>
      MatSame(MultiHead(a,X,C,kv_len,causal), MultiHead(a,X2,C2,kv_len,causal), q_len, a->d_model);
    lemma multi_head_rows{L}: \forall attest_multi_head *a, rmat X, C, Y, integer rows, n, causal, d;
      (\forall integer i; 0 <= i < rows ==> Same(row(Y,i), LayerRow(a,X,C,n,causal,i), d)) ==>
        MatSame(Y, MultiHead(a,X,C,n,causal), rows, d);
    // the same layer at two times, its weights not written to
    predicate SameLayer{L,M}(attest_multi_head *a) =
      \at(a->d_model,L) == \at(a->d_model,M) && \at(a->d_context,L) == \at(a->d_context,M) &&
        \at(a->q_heads,L) == \at(a->q_heads,M) &&
      \at(a->kv_heads,L) == \at(a->kv_heads,M) && \at(a->d_k,L) == \at(a->d_k,M) && \at(a->d_v,L) == \at(a->d_v,M) &&
      MatSame(fmat{L}(\at(a->w_q,L),\at(a->d_model,L)), fmat{M}(\at(a->w_q,M),\at(a->d_model,M)),
        times(\at(a->q_heads,L),\at(a->d_k,L)),
        \at(a->d_model,L)) && Same(fvec_or_zero{L}(\at(a->b_q,L)), fvec_or_zero{M}(\at(a->b_q,M)),
          times(\at(a->q_heads,L),\at(a->d_k,L))) &&
      MatSame(fmat{L}(\at(a->w_k,L),\at(a->d_context,L)), fmat{M}(\at(a->w_k,M),\at(a->d_context,M)),
        times(\at(a->kv_heads,L),\at(a->d_k,L)),
        \at(a->d_context,L)) && Same(fvec_or_zero{L}(\at(a->b_k,L)), fvec_or_zero{M}(\at(a->b_k,M)),
          times(\at(a->kv_heads,L),\at(a->d_k,L))) &&
      MatSame(fmat{L}(\at(a->w_v,L),\at(a->d_context,L)), fmat{M}(\at(a->w_v,M),\at(a->d_context,M)),
        times(\at(a->kv_heads,L),\at(a->d_v,L)),
        \at(a->d_context,L)) && Same(fvec_or_zero{L}(\at(a->b_v,L)), fvec_or_zero{M}(\at(a->b_v,M)),
          times(\at(a->kv_heads,L),\at(a->d_v,L))) &&
      MatSame(fmat{L}(\at(a->w_o,L),times(\at(a->q_heads,L),\at(a->d_v,L))),
        fmat{M}(\at(a->w_o,M),times(\at(a->q_heads,M),\at(a->d_v,M))),
        \at(a->d_model,L), times(\at(a->q_heads,L),\at(a->d_v,L))) &&
      Same(fvec_or_zero{L}(\at(a->b_o,L)), fvec_or_zero{M}(\at(a->b_o,M)), \at(a->d_model,L));
    lemma projections_kept{L,M}: \forall attest_multi_head *a, rmat X, C, integer q_len, kv_len; SameLayer{L,M}(a) ==>
      MatSame(Queries{L}(a,X), Queries{M}(a,X), q_len, times(\at(a->q_heads,L),\at(a->d_k,L))) &&
      MatSame(Keys{L}(a,C), Keys{M}(a,C), kv_len, times(\at(a->kv_heads,L),\at(a->d_k,L))) &&
      MatSame(Values{L}(a,C), Values{M}(a,C), kv_len, times(\at(a->kv_heads,L),\at(a->d_v,L)));
    lemma layer_heads_kept{L,M}: \forall attest_multi_head *a, rmat X, C, integer q_len, kv_len, causal, i;
      GoodLayer{L}(a,q_len,kv_len) ==> SameLayer{L,M}(a) ==> 0 <= i < q_len ==>
      \at(a->q_heads,L) / \at(a->kv_heads,L) == \at(a->q_heads,M) / \at(a->kv_heads,M) &&
      MatSame(Queries{L}(a,X), Queries{M}(a,X), q_len, times(\at(a->q_heads,L),\at(a->d_k,L))) &&
      MatSame(Keys{L}(a,C), Keys{M}(a,C), kv_len, times(\at(a->kv_heads,L),\at(a->d_k,L))) &&
      MatSame(Values{L}(a,C), Values{M}(a,C), kv_len, times(\at(a->kv_heads,L),\at(a->d_v,L))) &&
      MatSame(LayerHeads{L}(a,X,C,kv_len,causal,i), LayerHeads{M}(a,X,C,kv_len,causal,i), \at(a->q_heads,L),
        \at(a->d_v,L));
    lemma layer_row_kept{L,M}: \forall attest_multi_head *a, rmat X, C, integer q_len, kv_len, causal, i;
      GoodLayer{L}(a,q_len,kv_len) ==> SameLayer{L,M}(a) ==> 0 <= i < q_len ==>
      MatSame(LayerHeads{L}(a,X,C,kv_len,causal,i), LayerHeads{M}(a,X,C,kv_len,causal,i), \at(a->q_heads,L),
        \at(a->d_v,L)) &&
      Same(joined(LayerHeads{L}(a,X,C,kv_len,causal,i),\at(a->d_v,L)),
        joined(LayerHeads{M}(a,X,C,kv_len,causal,i),\at(a->d_v,L)),
        times(\at(a->q_heads,L),\at(a->d_v,L))) &&
      Same(LayerRow{L}(a,X,C,kv_len,causal,i), LayerRow{M}(a,X,C,kv_len,causal,i), \at(a->d_model,L));
    lemma multi_head_kept_entry{L,M}: \forall attest_multi_head *a, rmat X, C, integer q_len, kv_len, causal, i, c;
      GoodLayer{L}(a,q_len,kv_len) ==> SameLayer{L,M}(a) ==> 0 <= i < q_len ==> 0 <= c < \at(a->d_model,L) ==>
      Same(LayerRow{L}(a,X,C,kv_len,causal,i), LayerRow{M}(a,X,C,kv_len,causal,i), \at(a->d_model,L)) &&
      el(MultiHead{L}(a,X,C,kv_len,causal),i,c) == el(MultiHead{M}(a,X,C,kv_len,causal),i,c);
    lemma multi_head_kept{L,M}: \forall attest_multi_head *a, rmat X, C, integer q_len, kv_len, causal;
      GoodLayer{L}(a,q_len,kv_len) ==>
      SameLayer{L,M}(a) ==> MatSame(MultiHead{L}(a,X,C,kv_len,causal), MultiHead{M}(a,X,C,kv_len,causal), q_len,
        \at(a->d_model,L));
*/
#endif
