/* A pre-norm block as a map of matrices, and a stack of them. Needs the types of attest.h. */
#ifndef ATTEST_LOGIC_BLOCK_H
#define ATTEST_LOGIC_BLOCK_H
#include "ref/logic/feed_forward.h"
#include "ref/logic/multi_head.h"
#include "ref/logic/norm.h"
/*@ axiomatic NormalisedRows {
      logic rmat normalised(rmat X, rvec g, rvec o, integer d, real e); // the layer norm of every row
      axiom normalised_at: \forall rmat X, rvec g, o, integer d, i, c, real e;
        el(normalised(X,g,o,d,e), i, c) == at(ln(row(X,i),g,o,d,e), c);
    }
    // row i of X + MultiHead(LN1(X))
    logic rvec AttentionHalf{L}(attest_block *b, rmat X, integer rows, integer causal, integer i) =
      vadd(row(X,i), LayerRow(&b->attention, normalised(X,fvec(b->gain_1),fvec(b->offset_1),b->attention.d_model,b->epsilon),
                              normalised(X,fvec(b->gain_1),fvec(b->offset_1),b->attention.d_model,b->epsilon), rows, causal, i));
    // r + FFN(LN2(r)) of a row r
    logic rvec FeedForwardHalf{L}(attest_block *b, rvec r) =
      vadd(r, ffn(ln(r,fvec(b->gain_2),fvec(b->offset_2),b->attention.d_model,b->epsilon),
                  fmat(b->w_1,b->attention.d_model), fvec_or_zero(b->b_1), fmat(b->w_2,b->d_hidden), fvec_or_zero(b->b_2),
                  b->attention.d_model, b->d_hidden));
    // THE ANSWER: row i of what X becomes
    logic rvec BlockRow{L}(attest_block *b, rmat X, integer rows, integer causal, integer i) =
      FeedForwardHalf(b, AttentionHalf(b,X,rows,causal,i));
    axiomatic BlockMatrix {
      // what X becomes, as a matrix
      logic rmat block_of{L}(attest_block *b, rmat X, integer rows, integer causal);
      axiom block_of_at{L}: \forall attest_block *b, rmat X, integer rows, causal, i, c;
        el(block_of(b,X,rows,causal), i, c) == at(BlockRow(b,X,rows,causal,i), c);
    }
    // in blocks[0], then blocks[1], and so on
    logic rmat stack_of{L}(attest_block *blocks, integer count, rmat X, integer rows, integer causal) =
      count <= 0 ? X : block_of(blocks + (count-1), stack_of(blocks,count-1,X,rows,causal), rows, causal);

    predicate ReadBlock{L}(attest_block *b) = \valid_read(b) && ReadLayer(&b->attention) &&
      \valid_read(b->gain_1 + (0 .. b->attention.d_model-1)) && \valid_read(b->offset_1 + (0 .. b->attention.d_model-1)) &&
      \valid_read(b->gain_2 + (0 .. b->attention.d_model-1)) && \valid_read(b->offset_2 + (0 .. b->attention.d_model-1)) &&
      ReadWeights(b->w_1, b->d_hidden, b->attention.d_model, b->b_1) && ReadWeights(b->w_2, b->attention.d_model, b->d_hidden, b->b_2);
    // p[0 .. m-1] overlaps nothing that b holds
    predicate ApartBlock{L}(double *p, integer m, attest_block *b) = \separated(p + (0 .. m-1), b) && ApartLayer(p,m,&b->attention) &&
      \separated(p + (0 .. m-1), b->gain_1 + (0 .. b->attention.d_model-1)) &&
      \separated(p + (0 .. m-1), b->offset_1 + (0 .. b->attention.d_model-1)) &&
      \separated(p + (0 .. m-1), b->gain_2 + (0 .. b->attention.d_model-1)) &&
      \separated(p + (0 .. m-1), b->offset_2 + (0 .. b->attention.d_model-1)) &&
      ApartWeights(p, m, b->w_1, b->d_hidden, b->attention.d_model, b->b_1) &&
      ApartWeights(p, m, b->w_2, b->attention.d_model, b->d_hidden, b->b_2);
*/
#endif
