/* A block at two times, and the steps of a stack. (proofs/wp/transformer_stack.c proves it; code needs no more than
   this.) */
#ifndef ATTEST_LOGIC_STACK_H
#define ATTEST_LOGIC_STACK_H
#include "ref/logic/beside.h"
#include "ref/logic/block_ext.h"
#include "ref/logic/multi_head_ext.h"
/*@ // the same numbers and places at two times
    predicate SameLayerFields{L,M}(attest_multi_head *a) =
      \at(a->d_model,L) == \at(a->d_model,M) && \at(a->d_context,L) == \at(a->d_context,M) &&
        \at(a->q_heads,L) == \at(a->q_heads,M) &&
      \at(a->kv_heads,L) == \at(a->kv_heads,M) && \at(a->d_k,L) == \at(a->d_k,M) && \at(a->d_v,L) == \at(a->d_v,M) &&
      \at(a->w_q,L) == \at(a->w_q,M) && \at(a->w_k,L) == \at(a->w_k,M) && \at(a->w_v,L) == \at(a->w_v,M) &&
      \at(a->w_o,L) == \at(a->w_o,M) && \at(a->b_q,L) == \at(a->b_q,M) && \at(a->b_k,L) == \at(a->b_k,M) &&
      \at(a->b_v,L) == \at(a->b_v,M) && \at(a->b_o,L) == \at(a->b_o,M);
    predicate SameBlockFields{L,M}(attest_block *b) =
      SameLayerFields{L,M}(\at(&b->attention,L)) && \at(b->d_hidden,L) == \at(b->d_hidden,M) &&
      \at(b->gain_1,L) == \at(b->gain_1,M) && \at(b->offset_1,L) == \at(b->offset_1,M) &&
      \at(b->gain_2,L) == \at(b->gain_2,M) && \at(b->offset_2,L) == \at(b->offset_2,M) &&
      \at(b->w_1,L) == \at(b->w_1,M) && \at(b->b_1,L) == \at(b->b_1,M) && \at(b->w_2,L) == \at(b->w_2,M) &&
        \at(b->b_2,L) == \at(b->b_2,M);
    lemma beside_layer{L,M}: \forall attest_multi_head *a, double *p, *q, integer m, n; KeptBeside{L,M}(p,m,q,n) ==>
      SameLayerFields{L,M}(a) ==> ApartLayer{L}(p,m,a) ==> ApartLayer{L}(q,n,a) ==> SameLayer{L,M}(a);
    lemma beside_second_half{L,M}: \forall attest_block *b, double *p, *q, integer m, n; KeptBeside{L,M}(p,m,q,n) ==>
      SameBlockFields{L,M}(b) ==> ApartBlock{L}(p,m,b) ==> ApartBlock{L}(q,n,b) ==> SameSecondHalf{L,M}(b);

    // the same first norm at two times
    predicate SameFirstNorm{L,M}(attest_block *b) = \at(b->epsilon,L) == \at(b->epsilon,M) &&
      Same(fvec{L}(\at(b->gain_1,L)), fvec{M}(\at(b->gain_1,M)), \at(b->attention.d_model,L)) &&
      Same(fvec{L}(\at(b->offset_1,L)), fvec{M}(\at(b->offset_1,M)), \at(b->attention.d_model,L));
    axiomatic BlocksAtTwoTimes {
      predicate SameBlock{L,M}(attest_block *b)
        reads \at(b->d_hidden,L), \at(b->epsilon,L), \at(b->w_1,L), \at(b->d_hidden,M), \at(b->epsilon,M),
          \at(b->w_1,M);
      axiom SameBlock_def{L,M}: \forall attest_block *b; SameBlock{L,M}(b) <==>
        SameLayer{L,M}(\at(&b->attention,L)) && SameFirstNorm{L,M}(b) && SameSecondHalf{L,M}(b);
    }
    lemma beside_block{L,M}: \forall attest_block *b, double *p, *q, integer m, n; KeptBeside{L,M}(p,m,q,n) ==>
      SameBlockFields{L,M}(b) ==> ApartBlock{L}(p,m,b) ==> ApartBlock{L}(q,n,b) ==> SameBlock{L,M}(b);
    lemma first_norm_same{L,M}: \forall attest_block *b, rmat X, Y, integer d, rows; GoodBlock{L}(b,d,rows) ==>
      SameBlock{L,M}(b) ==>
      MatSame(X,Y,rows,d) ==> MatSame(FirstNorm{L}(b,X), FirstNorm{M}(b,Y), rows, d);
    lemma attention_same{L,M}: \forall attest_block *b, rmat X, Y, integer d, rows, causal; GoodBlock{L}(b,d,rows) ==>
      SameBlock{L,M}(b) ==>
      MatSame(X,Y,rows,d) ==>
      MatSame(MultiHead{L}(\at(&b->attention,L),X,X,rows,causal), MultiHead{L}(\at(&b->attention,L),Y,Y,rows,causal),
        rows, d) &&
      MatSame(MultiHead{L}(\at(&b->attention,L),Y,Y,rows,causal), MultiHead{M}(\at(&b->attention,M),Y,Y,rows,causal),
        rows, d) &&
      MatSame(MultiHead{L}(\at(&b->attention,L),X,X,rows,causal), MultiHead{M}(\at(&b->attention,M),Y,Y,rows,causal),
        rows, d);
    lemma first_half_same{L,M}: \forall attest_block *b, rmat X, Y, integer d, rows, causal; GoodBlock{L}(b,d,rows) ==>
      SameBlock{L,M}(b) ==> MatSame(X,Y,rows,d) ==> MatSame(FirstNorm{L}(b,X), FirstNorm{M}(b,Y), rows, d) &&
      MatSame(MultiHead{L}(\at(&b->attention,L),FirstNorm{L}(b,X),FirstNorm{L}(b,X),rows,causal),
              MultiHead{M}(\at(&b->attention,M),FirstNorm{M}(b,Y),FirstNorm{M}(b,Y),rows,causal), rows, d) &&
      MatSame(FirstHalf{L}(b,X,rows,causal), FirstHalf{M}(b,Y,rows,causal), rows, d);
    lemma block_same{L,M}: \forall attest_block *b, rmat X, Y, integer d, rows, causal; GoodBlock{L}(b,d,rows) ==>
      SameBlock{L,M}(b) ==>
      MatSame(X,Y,rows,d) ==> MatSame(FirstHalf{L}(b,X,rows,causal), FirstHalf{M}(b,Y,rows,causal), rows, d) &&
      MatSame(block_of{L}(b,X,rows,causal), block_of{M}(b,Y,rows,causal), rows, d);
    // no block takes more than the stack
    lemma stack_most{L}: \forall attest_block *blocks, integer rows, count, l; 0 <= l < count ==>
      BlockDoubles(blocks + l,rows) <= StackDoubles(blocks,count,rows);
*/
#endif
