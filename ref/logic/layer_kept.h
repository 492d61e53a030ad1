/* A layer at two times: what is kept of its weights, and what follows for the maps it makes of them. */
#ifndef ATTEST_LOGIC_LAYER_KEPT_H
#define ATTEST_LOGIC_LAYER_KEPT_H
#include "ref/logic/multi_head.h"
/*@ axiomatic LayersAtTwoTimes {
      predicate KeptLayer{K,L}(attest_multi_head a) reads \at(a.w_q[..],K), \at(a.w_q[..],L);
      axiom KeptLayer_def{K,L}: \forall attest_multi_head a; KeptLayer{K,L}(a) <==>
        KeptWeights{K,L}(a.w_q, times(a.q_heads,a.d_k), a.d_model, a.b_q) &&
        KeptWeights{K,L}(a.w_k, times(a.kv_heads,a.d_k), a.d_context, a.b_k) &&
        KeptWeights{K,L}(a.w_v, times(a.kv_heads,a.d_v), a.d_context, a.b_v) &&
        KeptWeights{K,L}(a.w_o, a.d_model, times(a.q_heads,a.d_v), a.b_o);
    }
    lemma only_layer{K,L}: \forall attest_multi_head a, double *p, *q, integer m, n; OnlyTwo{K,L}(p,m,q,n) ==>
      ApartLayer(p,m,a) ==> ApartLayer(q,n,a) ==> KeptLayer{K,L}(a);
    lemma kept_projections{K,L}: \forall attest_multi_head a, rmat X, integer q_len, kv_len; KeptLayer{K,L}(a) ==>
      GoodLayer(a,q_len,kv_len) ==> Queries{L}(a,X) == Queries{K}(a,X) && Keys{L}(a,X) == Keys{K}(a,X) &&
      Values{L}(a,X) == Values{K}(a,X);
    lemma kept_multi_head{K,L}: \forall attest_multi_head a, rmat X, C, integer q_len, kv_len, causal;
      KeptLayer{K,L}(a) ==> GoodLayer(a,q_len,kv_len) ==> MultiHead{L}(a,X,C,causal) == MultiHead{K}(a,X,C,causal);
*/
#endif
