/* A block at two times, and the steps of a stack. (proofs/wp/transformer_stack.c proves it; code needs no more than
   this.) */
#ifndef ATTEST_LOGIC_STACK_H
#define ATTEST_LOGIC_STACK_H
#include "ref/logic/beside.h"
#include "ref/logic/block_ext.h"
#include "ref/logic/multi_head_ext.h"
/*@ // what a block reads is at M what it is at L
    predicate SameHalf{L,M}(attest_block b) =
      Same(fvec{L}(b.gain_2), fvec{M}(b.gain_2), b.attention.d_model) &&
      Same(fvec{L}(b.offset_2), fvec{M}(b.offset_2), b.attention.d_model) &&
      SameWeights{L,M}(b.w_1, b.d_hidden, b.attention.d_model, b.b_1) &&
      SameWeights{L,M}(b.w_2, b.attention.d_model, b.d_hidden, b.b_2);
    axiomatic BlocksAtTwoTimes {
      predicate SameBlock{L,M}(attest_block b) reads \at(b.w_1[..],L), \at(b.w_1[..],M);
      axiom SameBlock_def{L,M}: \forall attest_block b; SameBlock{L,M}(b) <==>
        SameLayer{L,M}(b.attention) && Same(fvec{L}(b.gain_1), fvec{M}(b.gain_1), b.attention.d_model) &&
        Same(fvec{L}(b.offset_1), fvec{M}(b.offset_1), b.attention.d_model) && SameHalf{L,M}(b);
    }
    lemma beside_weights{L,M}: \forall double *w, *b, *p, *q, integer out, in, m, n; KeptBeside{L,M}(p,m,q,n) ==>
      ApartWeights(p,m,w,out,in,b) ==> ApartWeights(q,n,w,out,in,b) ==> SameWeights{L,M}(w,out,in,b);
    lemma beside_layer{L,M}: \forall attest_multi_head a, double *p, *q, integer m, n; KeptBeside{L,M}(p,m,q,n) ==>
      ApartLayer(p,m,a) ==> ApartLayer(q,n,a) ==> SameLayer{L,M}(a);
    lemma beside_half{L,M}: \forall attest_block b, double *p, *q, integer m, n; KeptBeside{L,M}(p,m,q,n) ==>
      ApartSecondHalf(p,m,b) ==> ApartSecondHalf(q,n,b) ==> SameHalf{L,M}(b);
    lemma beside_block{L,M}: \forall attest_block b, double *p, *q, integer m, n; KeptBeside{L,M}(p,m,q,n) ==>
      ApartBlock(p,m,b) ==> ApartBlock(q,n,b) ==> SameBlock{L,M}(b);
    lemma second_half_same{L,M}: \forall attest_block b, rmat X, Y, integer rows; 0 < b.attention.d_model ==>
      b.epsilon > 0 ==> SameHalf{L,M}(b) ==> MatSame(X,Y,rows,b.attention.d_model) ==>
      MatSame(SecondNorm{L}(b,X), SecondNorm{M}(b,Y), rows, b.attention.d_model) &&
      MatSame(SecondHalf{L}(b,X), SecondHalf{M}(b,Y), rows, b.attention.d_model);
    lemma first_norm_same{L,M}: \forall attest_block b, rmat X, Y, integer d, rows; GoodBlock(b,d,rows) ==>
      SameBlock{L,M}(b) ==> MatSame(X,Y,rows,d) ==> MatSame(FirstNorm{L}(b,X), FirstNorm{M}(b,Y), rows, d);
    lemma first_half_same{L,M}: \forall attest_block b, rmat X, Y, integer d, rows, causal; GoodBlock(b,d,rows) ==>
      SameBlock{L,M}(b) ==> MatSame(X,Y,rows,d) ==> MatSame(FirstNorm{L}(b,X), FirstNorm{M}(b,Y), rows, d) &&
      MatSame(MultiHead{L}(b.attention,FirstNorm{L}(b,X),FirstNorm{L}(b,X),rows,causal),
              MultiHead{M}(b.attention,FirstNorm{M}(b,Y),FirstNorm{M}(b,Y),rows,causal), rows, d) &&
      MatSame(FirstHalf{L}(b,X,rows,causal), FirstHalf{M}(b,Y,rows,causal), rows, d);
    lemma block_same{L,M}: \forall attest_block b, rmat X, Y, integer d, rows, causal; GoodBlock(b,d,rows) ==>
      SameBlock{L,M}(b) ==> MatSame(X,Y,rows,d) ==>
      MatSame(FirstHalf{L}(b,X,rows,causal), FirstHalf{M}(b,Y,rows,causal), rows, d) &&
      MatSame(block_of{L}(b,X,rows,causal), block_of{M}(b,Y,rows,causal), rows, d);
    // no block takes more than the stack
    lemma stack_most{L}: \forall attest_block *blocks, integer rows, count, l; 0 <= l < count ==>
      BlockDoubles(blocks[l],rows) <= StackDoubles(blocks,count,rows);
*/
#endif
