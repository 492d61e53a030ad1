/* The heads of a layer, from projections that are the same. (proofs/wp/multi_head.c proves it; code needs no more than this.) */
#ifndef ATTEST_LOGIC_LAYER_HEADS_EXT_H
#define ATTEST_LOGIC_LAYER_HEADS_EXT_H
#include "ref/logic/multi_head.h"
/*@ lemma layer_heads_ext{L}: \forall attest_multi_head *a, rmat Q, K, V, X, C, integer q_len, kv_len, causal, i;
      GoodLayer(a,q_len,kv_len) ==> MatSame(Q,Queries(a,X),q_len,times(a->q_heads,a->d_k)) ==>
      MatSame(K,Keys(a,C),kv_len,times(a->kv_heads,a->d_k)) ==> MatSame(V,Values(a,C),kv_len,times(a->kv_heads,a->d_v)) ==>
      0 <= i < q_len ==> MatSame(attended(Q,K,V,a->q_heads / a->kv_heads,a->d_k,a->d_v,kv_len,causal,i), LayerHeads(a,X,C,kv_len,causal,i), a->q_heads, a->d_v);
*/
#endif
