/* Multi-head attention as a map of matrices: projections, the heads of a row, the heads joined. Needs the types of
   attest_layers.h. */
#ifndef ATTEST_LOGIC_MULTI_HEAD_H
#define ATTEST_LOGIC_MULTI_HEAD_H
#include "ref/logic/heads.h"
#include "ref/logic/joined.h"
#include "ref/logic/layers.h"
#include "ref/logic/project.h"
/*@ logic rmat Queries{L}(attest_multi_head a, rmat X) = projected(X, fmat(a.w_q,a.d_model), fvec_or_zero(a.b_q),
      a.d_model);
    logic rmat Keys{L}(attest_multi_head a, rmat C) = projected(C, fmat(a.w_k,a.d_context), fvec_or_zero(a.b_k),
      a.d_context);
    logic rmat Values{L}(attest_multi_head a, rmat C) = projected(C, fmat(a.w_v,a.d_context), fvec_or_zero(a.b_v),
      a.d_context);
    // THE ANSWER: row i of every head, and row i of the result, of rows X that attend to n rows C
    logic rmat LayerHeads{L}(attest_multi_head a, rmat X, rmat C, integer n, integer causal, integer i) =
      attended(Queries(a,X), Keys(a,C), Values(a,C), a.q_heads / a.kv_heads, a.d_k, a.d_v, n, causal, i);
    logic rvec LayerRow{L}(attest_multi_head a, rmat X, rmat C, integer n, integer causal, integer i) =
      lin(joined(LayerHeads(a,X,C,n,causal,i), a.d_v), fmat(a.w_o,times(a.q_heads,a.d_v)), fvec_or_zero(a.b_o),
          times(a.q_heads,a.d_v));

    axiomatic OutputsOfLayers {
      // W_O of the joined heads of every row
      logic rmat outputs(rmat Q, rmat K, rmat V, integer group, integer d_k, integer d_v, integer n, integer causal,
        rmat W, rvec b, integer in);
      axiom outputs_at: \forall rmat Q, K, V, W, rvec b, integer group, d_k, d_v, n, causal, in, i, c;
        el(outputs(Q,K,V,group,d_k,d_v,n,causal,W,b,in), i, c) ==
        at(lin(joined(attended(Q,K,V,group,d_k,d_v,n,causal,i),d_v),W,b,in), c);
    }
    // every LayerRow
    logic rmat MultiHead{L}(attest_multi_head a, rmat X, rmat C, integer n, integer causal) =
      outputs(Queries(a,X), Keys(a,C), Values(a,C), a.q_heads / a.kv_heads, a.d_k, a.d_v, n, causal,
              fmat(a.w_o,times(a.q_heads,a.d_v)), fvec_or_zero(a.b_o), times(a.q_heads,a.d_v));
    predicate ReadLayer{L}(attest_multi_head a) = ReadWeights(a.w_q, times(a.q_heads,a.d_k), a.d_model, a.b_q) &&
      ReadWeights(a.w_k, times(a.kv_heads,a.d_k), a.d_context, a.b_k) &&
      ReadWeights(a.w_v, times(a.kv_heads,a.d_v), a.d_context, a.b_v) &&
      ReadWeights(a.w_o, a.d_model, times(a.q_heads,a.d_v), a.b_o);
    // p[0 .. m-1] overlaps no double that a holds
    predicate ApartLayer(double *p, integer m, attest_multi_head a) =
      ApartWeights(p, m, a.w_q, times(a.q_heads,a.d_k), a.d_model, a.b_q) &&
      ApartWeights(p, m, a.w_k, times(a.kv_heads,a.d_k), a.d_context, a.b_k) &&
      ApartWeights(p, m, a.w_v, times(a.kv_heads,a.d_v), a.d_context, a.b_v) &&
      ApartWeights(p, m, a.w_o, a.d_model, times(a.q_heads,a.d_v), a.b_o);
    // what a layer is given: rows x and context; y[0 .. m-1], work[0 .. l-1] and vis to write
    predicate LayerCall{L}(attest_multi_head a, double *x, double *context, integer q_len, integer kv_len, double *y,
      integer m, double *work, integer l, unsigned char *vis) =
      ReadLayer(a) && GoodLayer(a,q_len,kv_len) && \valid_read(x + (0 .. times(q_len,a.d_model)-1)) &&
      \valid_read(context + (0 .. times(kv_len,a.d_context)-1)) &&
      \valid(y + (0 .. m-1)) && \valid(work + (0 .. l-1)) && \valid(vis + (0 .. kv_len-1)) &&
      \separated(y + (0 .. m-1), work + (0 .. l-1), vis + (0 .. kv_len-1)) && ApartLayer(work,l,a) &&
      Apart(work,l, x,times(q_len,a.d_model)) && Apart(work,l, context,times(kv_len,a.d_context));
*/
#endif
