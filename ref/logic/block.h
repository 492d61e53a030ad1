/* A pre-norm block as a map of matrices, and a stack of them. Needs the types of attest_layers.h. */
#ifndef ATTEST_LOGIC_BLOCK_H
#define ATTEST_LOGIC_BLOCK_H
#include "ref/logic/feed_forward.h"
#include "ref/logic/multi_head.h"
#include "ref/logic/norm.h"
/*@ axiomatic RowsOfBlocks {
      logic rmat normalised(rmat X, rvec g, rvec o, integer d, real e); // the layer norm of every row
      axiom normalised_at: \forall rmat X, rvec g, o, integer d, i, c, real e;
        el(normalised(X,g,o,d,e), i, c) == at(ln(row(X,i),g,o,d,e), c);
      logic rmat added(rmat A, rmat B);                                 // A + B
      axiom added_at: \forall rmat A, B, integer i, c; el(added(A,B), i, c) == at(vadd(row(A,i),row(B,i)), c);
      // the feed-forward of every row
      logic rmat fed(rmat X, rmat W1, rvec b1, rmat W2, rvec b2, integer d, integer hidden);
      axiom fed_at: \forall rmat X, W1, W2, rvec b1, b2, integer d, hidden, i, c;
        el(fed(X,W1,b1,W2,b2,d,hidden), i, c) == at(ffn(row(X,i),W1,b1,W2,b2,d,hidden), c);
      // W_O of the joined heads of every row
      logic rmat outputs(rmat Q, rmat K, rmat V, integer group, integer d_k, integer d_v, integer n, integer causal,
        rmat W, rvec b, integer in);
      axiom outputs_at: \forall rmat Q, K, V, W, rvec b, integer group, d_k, d_v, n, causal, in, i, c;
        el(outputs(Q,K,V,group,d_k,d_v,n,causal,W,b,in), i, c) ==
        at(lin(joined(attended(Q,K,V,group,d_k,d_v,n,causal,i),d_v),W,b,in), c);
    }
    // every LayerRow
    logic rmat MultiHead{L}(attest_multi_head *a, rmat X, rmat C, integer n, integer causal) =
      outputs(Queries(a,X), Keys(a,C), Values(a,C), a->q_heads / a->kv_heads, a->d_k, a->d_v, n, causal,
              fmat(a->w_o,times(a->q_heads,a->d_v)), fvec_or_zero(a->b_o), times(a->q_heads,a->d_v));
    // LN1(X)
    logic rmat FirstNorm{L}(attest_block *b, rmat X) =
      normalised(X, fvec(b->gain_1), fvec(b->offset_1), b->attention.d_model, b->epsilon);
    // X + MultiHead(LN1(X))
    logic rmat FirstHalf{L}(attest_block *b, rmat X, integer rows, integer causal) =
      added(X, MultiHead(&b->attention, FirstNorm(b,X), FirstNorm(b,X), rows, causal));
    // R + FFN(LN2(R))
    logic rmat SecondHalf{L}(attest_block *b, rmat R) =
      added(R, fed(normalised(R, fvec(b->gain_2), fvec(b->offset_2), b->attention.d_model, b->epsilon),
                   fmat(b->w_1,b->attention.d_model), fvec_or_zero(b->b_1), fmat(b->w_2,b->d_hidden),
                     fvec_or_zero(b->b_2),
                   b->attention.d_model, b->d_hidden));
    // THE ANSWER: what X becomes
    logic rmat block_of{L}(attest_block *b, rmat X, integer rows, integer causal) =
      SecondHalf(b, FirstHalf(b,X,rows,causal));
    // in blocks[0], then blocks[1], and so on
    logic rmat stack_of{L}(attest_block *blocks, integer count, rmat X, integer rows, integer causal) =
      count <= 0 ? X : block_of(blocks + (count-1), stack_of(blocks,count-1,X,rows,causal), rows, causal);

    predicate ReadBlock{L}(attest_block *b) = \valid_read(b) && ReadLayer(&b->attention) &&
      \valid_read(b->gain_1 + (0 .. b->attention.d_model-1)) &&
        \valid_read(b->offset_1 + (0 .. b->attention.d_model-1)) &&
      \valid_read(b->gain_2 + (0 .. b->attention.d_model-1)) &&
        \valid_read(b->offset_2 + (0 .. b->attention.d_model-1)) &&
      ReadWeights(b->w_1, b->d_hidden, b->attention.d_model, b->b_1) &&
        ReadWeights(b->w_2, b->attention.d_model, b->d_hidden, b->b_2);
    // p[0 .. m-1] overlaps no double that b holds, and of those, what its second half reads
    predicate ApartSecondHalf{L}(double *p, integer m, attest_block *b) =
      Apart(p,m,b->gain_2,b->attention.d_model) && Apart(p,m,b->offset_2,b->attention.d_model) &&
      ApartWeights(p, m, b->w_1, b->d_hidden, b->attention.d_model, b->b_1) &&
      ApartWeights(p, m, b->w_2, b->attention.d_model, b->d_hidden, b->b_2);
    predicate ApartBlock{L}(double *p, integer m, attest_block *b) = Apart(p,m,&b->epsilon,1) &&
      ApartLayer(p,m,&b->attention) && Apart(p,m,b->gain_1,b->attention.d_model) &&
        Apart(p,m,b->offset_1,b->attention.d_model) &&
      ApartSecondHalf(p,m,b);
    // where a block writes: x, n doubles of workspace, bytes of visibility
    predicate BlockRoom{L}(attest_block *b, double *x, integer rows, double *work, integer n, unsigned char *vis) =
      \valid(x + (0 .. times(rows,b->attention.d_model)-1)) && \valid(work + (0 .. n-1)) &&
        \valid(vis + (0 .. rows-1)) &&
      \separated(x + (0 .. times(rows,b->attention.d_model)-1), work + (0 .. n-1), vis + (0 .. rows-1)) &&
      ApartBlock(x,times(rows,b->attention.d_model),b) && ApartBlock(work,n,b);
*/
#endif
