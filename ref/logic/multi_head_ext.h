/* Multi-head attention of matrices that are the same. (proofs/wp/transformer.c proves it; code needs no more than this.) */
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
      GoodLayer(a,q_len,kv_len) ==> MatSame(X,X2,q_len,a->d_model) ==> MatSame(C,C2,kv_len,a->d_context) ==> 0 <= i < q_len ==>
      MatSame(Queries(a,X), Queries(a,X2), q_len, times(a->q_heads,a->d_k)) &&
      MatSame(Keys(a,C), Keys(a,C2), kv_len, times(a->kv_heads,a->d_k)) &&
      MatSame(Values(a,C), Values(a,C2), kv_len, times(a->kv_heads,a->d_v)) &&
      MatSame(LayerHeads(a,X,C,kv_len,causal,i), LayerHeads(a,X2,C2,kv_len,causal,i), a->q_heads, a->d_v);
    lemma layer_row_same{L}: \forall attest_multi_head *a, rmat X, X2, C, C2, integer q_len, kv_len, causal, i;
      GoodLayer(a,q_len,kv_len) ==> MatSame(X,X2,q_len,a->d_model) ==> MatSame(C,C2,kv_len,a->d_context) ==> 0 <= i < q_len ==>
      MatSame(LayerHeads(a,X,C,kv_len,causal,i), LayerHeads(a,X2,C2,kv_len,causal,i), a->q_heads, a->d_v) &&
      Same(joined(LayerHeads(a,X,C,kv_len,causal,i),a->d_v), joined(LayerHeads(a,X2,C2,kv_len,causal,i),a->d_v), times(a->q_heads,a->d_v)) &&
      Same(LayerRow(a,X,C,kv_len,causal,i), LayerRow(a,X2,C2,kv_len,causal,i), a->d_model);
    lemma multi_head_entry{L}: \forall attest_multi_head *a, rmat X, X2, C, C2, integer q_len, kv_len, causal, i, c;
      GoodLayer(a,q_len,kv_len) ==> MatSame(X,X2,q_len,a->d_model) ==> MatSame(C,C2,kv_len,a->d_context) ==> 0 <= i < q_len ==>
      0 <= c < a->d_model ==> Same(LayerRow(a,X,C,kv_len,causal,i), LayerRow(a,X2,C2,kv_len,causal,i), a->d_model) &&
      el(MultiHead(a,X,C,kv_len,causal),i,c) == el(MultiHead(a,X2,C2,kv_len,causal),i,c);
    lemma multi_head_ext{L}: \forall attest_multi_head *a, rmat X, X2, C, C2, integer q_len, kv_len, causal; GoodLayer(a,q_len,kv_len) ==>
      MatSame(X,X2,q_len,a->d_model) ==> MatSame(C,C2,kv_len,a->d_context) ==>
      MatSame(MultiHead(a,X,C,kv_len,causal), MultiHead(a,X2,C2,kv_len,causal), q_len, a->d_model);
    lemma multi_head_rows{L}: \forall attest_multi_head *a, rmat X, C, Y, integer rows, n, causal, d;
      (\forall integer i; 0 <= i < rows ==> Same(row(Y,i), LayerRow(a,X,C,n,causal,i), d)) ==> MatSame(Y, MultiHead(a,X,C,n,causal), rows, d);
*/
#endif
