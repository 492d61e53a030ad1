/* A block at two times: what is kept of its weights, and what follows for its halves. (proofs/wp/transformer_stack.c
   proves it; code needs no more than this.) */
#ifndef ATTEST_LOGIC_STACK_H
#define ATTEST_LOGIC_STACK_H
#include "ref/logic/block.h"
/*@ axiomatic BlocksAtTwoTimes {
      predicate KeptLayer{K,L}(attest_multi_head a) reads \at(a.w_q[..],K), \at(a.w_q[..],L);
      axiom KeptLayer_def{K,L}: \forall attest_multi_head a; KeptLayer{K,L}(a) <==>
        KeptWeights{K,L}(a.w_q, times(a.q_heads,a.d_k), a.d_model, a.b_q) &&
        KeptWeights{K,L}(a.w_k, times(a.kv_heads,a.d_k), a.d_context, a.b_k) &&
        KeptWeights{K,L}(a.w_v, times(a.kv_heads,a.d_v), a.d_context, a.b_v) &&
        KeptWeights{K,L}(a.w_o, a.d_model, times(a.q_heads,a.d_v), a.b_o);
      predicate KeptHalf{K,L}(attest_block b) reads \at(b.w_1[..],K), \at(b.w_1[..],L);
      axiom KeptHalf_def{K,L}: \forall attest_block b; KeptHalf{K,L}(b) <==>
        Kept{K,L}(b.gain_2,b.attention.d_model) && Kept{K,L}(b.offset_2,b.attention.d_model) &&
        KeptWeights{K,L}(b.w_1, b.d_hidden, b.attention.d_model, b.b_1) &&
        KeptWeights{K,L}(b.w_2, b.attention.d_model, b.d_hidden, b.b_2);
    }
    predicate KeptBlock{K,L}(attest_block b) = KeptLayer{K,L}(b.attention) && KeptHalf{K,L}(b) &&
      Kept{K,L}(b.gain_1,b.attention.d_model) && Kept{K,L}(b.offset_1,b.attention.d_model);
    lemma only_layer{K,L}: \forall attest_multi_head a, double *p, *q, integer m, n; OnlyTwo{K,L}(p,m,q,n) ==>
      ApartLayer(p,m,a) ==> ApartLayer(q,n,a) ==> KeptLayer{K,L}(a);
    lemma only_half{K,L}: \forall attest_block b, double *p, *q, integer m, n; OnlyTwo{K,L}(p,m,q,n) ==>
      ApartSecondHalf(p,m,b) ==> ApartSecondHalf(q,n,b) ==> KeptHalf{K,L}(b);
    lemma kept_multi_head{K,L}: \forall attest_multi_head a, rmat X, C, integer q_len, kv_len, causal;
      KeptLayer{K,L}(a) ==> GoodLayer(a,q_len,kv_len) ==> MultiHead{L}(a,X,C,causal) == MultiHead{K}(a,X,C,causal);
    lemma kept_second_norm{K,L}: \forall attest_block b, rmat X, integer d, rows; KeptHalf{K,L}(b) ==>
      GoodBlock(b,d,rows) ==> SecondNorm{L}(b,X) == SecondNorm{K}(b,X);
    lemma kept_fed{K,L}: \forall attest_block b, rmat X, integer d, rows; KeptHalf{K,L}(b) ==>
      GoodBlock(b,d,rows) ==> Fed{L}(b,X) == Fed{K}(b,X);
    lemma kept_second_half{K,L}: \forall attest_block b, rmat X, integer d, rows; KeptHalf{K,L}(b) ==>
      GoodBlock(b,d,rows) ==> SecondHalf{L}(b,X) == SecondHalf{K}(b,X);
    lemma kept_block{K,L}: \forall attest_block b, rmat X, integer d, rows, causal; KeptBlock{K,L}(b) ==>
      GoodBlock(b,d,rows) ==> FirstHalf{L}(b,X,causal) == FirstHalf{K}(b,X,causal) &&
      block_of{L}(b,X,causal) == block_of{K}(b,X,causal);
    lemma kept_one{K,L}: \forall double *p; Kept{K,L}(p,1) ==> \at(*p,L) == \at(*p,K);
    // no block takes more than the stack
    lemma stack_most{L}: \forall attest_block *blocks, integer rows, count, l; 0 <= l < count ==>
      BlockDoubles(blocks[l],rows) <= StackDoubles(blocks,count,rows);
*/
#endif
