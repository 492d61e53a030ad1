/* A pre-norm block as a map of matrices, and a stack of them. Needs the types of attest_layers.h. */
#ifndef ATTEST_LOGIC_BLOCK_H
#define ATTEST_LOGIC_BLOCK_H
#include "ref/logic/feed_forward.h"
#include "ref/logic/multi_head.h"
#include "ref/logic/norm.h"
/*@ // LN1(X)
    logic rmat FirstNorm{L}(attest_block b, rmat X) =
      normalised(X, fvec(b.gain_1), fvec(b.offset_1), b.attention.d_model, b.epsilon);
    // LN2(R)
    logic rmat SecondNorm{L}(attest_block b, rmat R) =
      normalised(R, fvec(b.gain_2), fvec(b.offset_2), b.attention.d_model, b.epsilon);
    // X + MultiHead(LN1(X))
    logic rmat FirstHalf{L}(attest_block b, rmat X, integer rows, integer causal) =
      added(X, MultiHead(b.attention, FirstNorm(b,X), FirstNorm(b,X), rows, causal));
    // FFN(R)
    logic rmat Fed{L}(attest_block b, rmat R) =
      fed(R, fmat(b.w_1,b.attention.d_model), fvec_or_zero(b.b_1), fmat(b.w_2,b.d_hidden), fvec_or_zero(b.b_2),
          b.attention.d_model, b.d_hidden);
    // R + FFN(LN2(R))
    logic rmat SecondHalf{L}(attest_block b, rmat R) =
      added(R, Fed(b, SecondNorm(b,R)));
    // THE ANSWER: what X becomes
    logic rmat block_of{L}(attest_block b, rmat X, integer rows, integer causal) =
      SecondHalf(b, FirstHalf(b,X,rows,causal));
    // in blocks[0], then blocks[1], and so on
    logic rmat stack_of{L}(attest_block *blocks, integer count, rmat X, integer rows, integer causal) =
      count <= 0 ? X : block_of(blocks[count-1], stack_of(blocks,count-1,X,rows,causal), rows, causal);

    predicate ReadBlock{L}(attest_block b) = ReadLayer(b.attention) &&
      \valid_read(b.gain_1 + (0 .. b.attention.d_model-1)) &&
        \valid_read(b.offset_1 + (0 .. b.attention.d_model-1)) &&
      \valid_read(b.gain_2 + (0 .. b.attention.d_model-1)) &&
        \valid_read(b.offset_2 + (0 .. b.attention.d_model-1)) &&
      ReadWeights(b.w_1, b.d_hidden, b.attention.d_model, b.b_1) &&
        ReadWeights(b.w_2, b.attention.d_model, b.d_hidden, b.b_2);
    // p[0 .. m-1] overlaps no double that b holds, and of those, what its second half reads
    predicate ApartSecondHalf(double *p, integer m, attest_block b) =
      Apart(p,m,b.gain_2,b.attention.d_model) && Apart(p,m,b.offset_2,b.attention.d_model) &&
      ApartWeights(p, m, b.w_1, b.d_hidden, b.attention.d_model, b.b_1) &&
      ApartWeights(p, m, b.w_2, b.attention.d_model, b.d_hidden, b.b_2);
    predicate ApartBlock(double *p, integer m, attest_block b) = ApartLayer(p,m,b.attention) &&
      Apart(p,m,b.gain_1,b.attention.d_model) &&
        Apart(p,m,b.offset_1,b.attention.d_model) &&
      ApartSecondHalf(p,m,b);
    // where a block writes: x, n doubles of workspace, bytes of visibility
    predicate BlockRoom{L}(attest_block b, double *x, integer rows, double *work, integer n, unsigned char *vis) =
      \valid(x + (0 .. times(rows,b.attention.d_model)-1)) && \valid(work + (0 .. n-1)) &&
        \valid(vis + (0 .. rows-1)) &&
      \separated(x + (0 .. times(rows,b.attention.d_model)-1), work + (0 .. n-1), vis + (0 .. rows-1)) &&
      ApartBlock(x,times(rows,b.attention.d_model),b) && ApartBlock(work,n,b);
*/
#endif
