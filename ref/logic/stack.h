/* A block at two times: what is kept of its weights, and what follows for its halves. (proofs/wp/transformer_stack.c
   proves it; code needs no more than this.) */
#ifndef ATTEST_LOGIC_STACK_H
#define ATTEST_LOGIC_STACK_H
#include "ref/logic/block.h"
#include "ref/logic/layer_kept.h"
/*@ axiomatic BlocksAtTwoTimes {
      predicate KeptHalf{K,L}(attest_block b) reads \at(b.w_1[..],K), \at(b.w_1[..],L);
      axiom KeptHalf_def{K,L}: \forall attest_block b; KeptHalf{K,L}(b) <==>
        Kept{K,L}(b.gain_2,b.attention.d_model) && Kept{K,L}(b.offset_2,b.attention.d_model) &&
        KeptWeights{K,L}(b.w_1, b.d_hidden, b.attention.d_model, b.b_1) &&
        KeptWeights{K,L}(b.w_2, b.attention.d_model, b.d_hidden, b.b_2);
    }
    predicate KeptBlock{K,L}(attest_block b) = KeptLayer{K,L}(b.attention) && KeptHalf{K,L}(b) &&
      Kept{K,L}(b.gain_1,b.attention.d_model) && Kept{K,L}(b.offset_1,b.attention.d_model);
    lemma only_half{K,L}: \forall attest_block b, double *p, *q, integer m, n; OnlyTwo{K,L}(p,m,q,n) ==>
      ApartSecondHalf(p,m,b) ==> ApartSecondHalf(q,n,b) ==> KeptHalf{K,L}(b);
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
