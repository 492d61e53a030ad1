/* Multi-head attention as a map of matrices: projections, the heads of a row, the heads joined. Needs the types of
   attest_layers.h. */
#ifndef ATTEST_LOGIC_MULTI_HEAD_H
#define ATTEST_LOGIC_MULTI_HEAD_H
#include "ref/logic/heads.h"
#include "ref/logic/joined.h"
#include "ref/logic/layers.h"
#include "ref/logic/project.h"
/*@ logic rmat Queries{L}(attest_multi_head a, rmat X) =
      projected(X, mat(a.w_q,times(a.q_heads,a.d_k),a.d_model), vec_or_zero(a.b_q,times(a.q_heads,a.d_k)));
    logic rmat Keys{L}(attest_multi_head a, rmat C) =
      projected(C, mat(a.w_k,times(a.kv_heads,a.d_k),a.d_context), vec_or_zero(a.b_k,times(a.kv_heads,a.d_k)));
    logic rmat Values{L}(attest_multi_head a, rmat C) =
      projected(C, mat(a.w_v,times(a.kv_heads,a.d_v),a.d_context), vec_or_zero(a.b_v,times(a.kv_heads,a.d_v)));
    // row i of every head, of rows X that attend to rows C
    logic rmat LayerHeads{L}(attest_multi_head a, rmat X, rmat C, integer causal, integer i) =
      attended(Queries(a,X), Keys(a,C), Values(a,C), a.q_heads, a.q_heads / a.kv_heads, a.d_k, a.d_v, causal, i);
    axiomatic OutputsOfLayers {
      // W and b on the joined heads of every row
      logic rmat outputs(rmat Q, rmat K, rmat V, integer H, integer group, integer d_k, integer d_v, integer causal,
        rmat W, rvec b);
      axiom outputs_at: \forall rmat Q, K, V, W, rvec b, integer H, group, d_k, d_v, causal, i, c;
        0 <= i < rows_of(Q) ==> 0 <= c < rows_of(W) ==> el(outputs(Q,K,V,H,group,d_k,d_v,causal,W,b), i, c) ==
          at(lin(joined(attended(Q,K,V,H,group,d_k,d_v,causal,i)),W,b,columns_of(W)), c);
      axiom outputs_size: \forall rmat Q, K, V, W, rvec b, integer H, group, d_k, d_v, causal;
        rows_of(outputs(Q,K,V,H,group,d_k,d_v,causal,W,b)) == rows_of(Q) &&
        columns_of(outputs(Q,K,V,H,group,d_k,d_v,causal,W,b)) == rows_of(W);
    }
    // THE ANSWER: W_O of the joined heads, of rows X that attend to rows C
    logic rmat MultiHead{L}(attest_multi_head a, rmat X, rmat C, integer causal) =
      outputs(Queries(a,X), Keys(a,C), Values(a,C), a.q_heads, a.q_heads / a.kv_heads, a.d_k, a.d_v, causal,
        mat(a.w_o,a.d_model,times(a.q_heads,a.d_v)), vec_or_zero(a.b_o,a.d_model));
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
    // the workspace in parts: l, m and n doubles for the projections, o for a row of weights
    predicate HeadParts(double *q, integer l, double *k, integer m, double *v, integer n, double *w, integer o,
      double *work) =
      PartOf(q,l,work,l+m+n+o) && PartOf(k,m,work,l+m+n+o) && PartOf(v,n,work,l+m+n+o) && PartOf(w,o,work,l+m+n+o) &&
      Apart(k,m,q,l) && Apart(v,n,q,l) && Apart(v,n,k,m) && Apart(w,o,q,l) && Apart(w,o,k,m) && Apart(w,o,v,n);
    // projections as operands, a row of weights, the heads z and vis to write
    predicate HeadsRoom{L}(attest_multi_head a, integer q_len, integer kv_len, double *q, double *k, double *v,
      double *w, double *z, unsigned char *vis) =
      \valid_read(q + (0 .. times(q_len,times(a.q_heads,a.d_k))-1)) &&
      \valid_read(k + (0 .. times(kv_len,times(a.kv_heads,a.d_k))-1)) &&
      \valid_read(v + (0 .. times(kv_len,times(a.kv_heads,a.d_v))-1)) &&
      \valid(z + (0 .. HeadsSize(a,q_len)-1)) && \valid(w + (0 .. kv_len-1)) && \valid(vis + (0 .. kv_len-1)) &&
      \separated(z + (0 .. HeadsSize(a,q_len)-1), w + (0 .. kv_len-1), vis + (0 .. kv_len-1)) &&
      Apart(z,HeadsSize(a,q_len), q,times(q_len,times(a.q_heads,a.d_k))) &&
      Apart(z,HeadsSize(a,q_len), k,times(kv_len,times(a.kv_heads,a.d_k))) &&
      Apart(z,HeadsSize(a,q_len), v,times(kv_len,times(a.kv_heads,a.d_v))) &&
      Apart(w,kv_len, q,times(q_len,times(a.q_heads,a.d_k))) &&
      Apart(w,kv_len, k,times(kv_len,times(a.kv_heads,a.d_k))) &&
      Apart(w,kv_len, v,times(kv_len,times(a.kv_heads,a.d_v)));
    // row i of every head, from projections in memory
    logic rmat HeadsFrom{L}(attest_multi_head a, double *q, double *k, double *v, integer q_len, integer kv_len,
      integer causal, integer i) =
      attended(mat(q,q_len,times(a.q_heads,a.d_k)), mat(k,kv_len,times(a.kv_heads,a.d_k)),
        mat(v,kv_len,times(a.kv_heads,a.d_v)), a.q_heads, a.q_heads / a.kv_heads, a.d_k, a.d_v, causal, i);
*/
#endif
