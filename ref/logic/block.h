/* A pre-norm block as a map of matrices, and a stack of them. Needs the types of attest_layers.h. */
#ifndef ATTEST_LOGIC_BLOCK_H
#define ATTEST_LOGIC_BLOCK_H
#include "ref/logic/feed_forward.h"
#include "ref/logic/multi_head.h"
#include "ref/logic/norm.h"
/*@ // LN1(X)
    logic rmat FirstNorm{L}(attest_block b, rmat X) =
      normalised(X, vec_or_one(b.gain_1,b.attention.d_model), vec_or_zero(b.offset_1,b.attention.d_model), b.epsilon);
    // LN2(R)
    logic rmat SecondNorm{L}(attest_block b, rmat R) =
      normalised(R, vec_or_one(b.gain_2,b.attention.d_model), vec_or_zero(b.offset_2,b.attention.d_model), b.epsilon);
    // X + MultiHead(LN1(X))
    logic rmat FirstHalf{L}(attest_block b, rmat X, integer causal) =
      added(X, MultiHead(b.attention, FirstNorm(b,X), FirstNorm(b,X), causal));
    // FFN(R)
    logic rmat Fed{L}(attest_block b, rmat R) =
      fed(R, mat(b.w_1,b.d_hidden,b.attention.d_model), vec_or_zero(b.b_1,b.d_hidden),
        mat(b.w_2,b.attention.d_model,b.d_hidden), vec_or_zero(b.b_2,b.attention.d_model));
    // R + FFN(LN2(R))
    logic rmat SecondHalf{L}(attest_block b, rmat R) = added(R, Fed(b, SecondNorm(b,R)));
    // THE ANSWER: what X becomes
    logic rmat block_of{L}(attest_block b, rmat X, integer causal) = SecondHalf(b, FirstHalf(b,X,causal));
    // in blocks[0], then blocks[1], and so on
    logic rmat stack_of{L}(attest_block *blocks, integer count, rmat X, integer causal) =
      count <= 0 ? X : block_of(blocks[count-1], stack_of(blocks,count-1,X,causal), causal);

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
    // what a half of a block writes, x and n doubles of workspace, and with them the bytes of visibility
    predicate HalfRoom{L}(attest_block b, double *x, integer rows, double *work, integer n) =
      \valid(x + (0 .. times(rows,b.attention.d_model)-1)) && \valid(work + (0 .. n-1)) &&
      Apart(work,n,x,times(rows,b.attention.d_model)) && ApartBlock(x,times(rows,b.attention.d_model),b) &&
      ApartBlock(work,n,b);
    predicate BlockRoom{L}(attest_block b, double *x, integer rows, double *work, integer n, unsigned char *vis) =
      HalfRoom(b,x,rows,work,n) && \valid(vis + (0 .. rows-1)) &&
      \separated(x + (0 .. times(rows,b.attention.d_model)-1), work + (0 .. n-1), vis + (0 .. rows-1));
    // the same of every block of a stack; the numbers that a block holds by value are kept too
    predicate StackRoom{L}(attest_block *blocks, integer count, double *x, integer rows, double *work, integer n,
      unsigned char *vis) =
      \valid(x + (0 .. times(rows,blocks->attention.d_model)-1)) && \valid(work + (0 .. n-1)) &&
      \valid(vis + (0 .. rows-1)) &&
      \separated(x + (0 .. times(rows,blocks->attention.d_model)-1), work + (0 .. n-1), vis + (0 .. rows-1)) &&
      \forall integer l; 0 <= l < count ==> Apart(x,times(rows,blocks->attention.d_model),&blocks[l].epsilon,1) &&
        Apart(work,n,&blocks[l].epsilon,1) && ApartBlock(x,times(rows,blocks->attention.d_model),blocks[l]) &&
        ApartBlock(work,n,blocks[l]);
    // the workspace of a block: the normalised rows, what is added to x, what computing that needs
    predicate BlockParts(attest_block b, integer rows, double *normed, double *change, double *rest, double *work) =
      2 * times(rows,b.attention.d_model) + LayerDoubles(b.attention,rows,rows) <= BlockDoubles(b,rows) &&
      2 * times(rows,b.attention.d_model) + times(rows,b.d_hidden) <= BlockDoubles(b,rows) &&
      PartOf(normed,times(rows,b.attention.d_model),work,BlockDoubles(b,rows)) &&
      PartOf(change,times(rows,b.attention.d_model),work,BlockDoubles(b,rows)) &&
      PartOf(rest,LayerDoubles(b.attention,rows,rows),work,BlockDoubles(b,rows)) &&
      PartOf(rest,times(rows,b.d_hidden),work,BlockDoubles(b,rows)) &&
      Apart(change,times(rows,b.attention.d_model),normed,times(rows,b.attention.d_model)) &&
      Apart(rest,LayerDoubles(b.attention,rows,rows),normed,times(rows,b.attention.d_model)) &&
      Apart(rest,times(rows,b.d_hidden),normed,times(rows,b.attention.d_model)) &&
      Apart(rest,times(rows,b.d_hidden),change,times(rows,b.attention.d_model)) &&
      ApartBlock(normed,times(rows,b.attention.d_model),b) && ApartBlock(change,times(rows,b.attention.d_model),b) &&
      ApartLayer(rest,LayerDoubles(b.attention,rows,rows),b.attention) &&
      ApartSecondHalf(rest,times(rows,b.d_hidden),b);
*/
#endif
