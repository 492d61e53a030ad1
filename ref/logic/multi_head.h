/* Multi-head attention as a map of matrices: projections, the heads of a row, the heads joined. Needs the types of attest.h. */
#ifndef ATTEST_LOGIC_MULTI_HEAD_H
#define ATTEST_LOGIC_MULTI_HEAD_H
#include "ref/logic/contiguous.h"
#include "ref/logic/heads.h"
#include "ref/logic/joined.h"
#include "ref/logic/layers.h"
/*@ axiomatic Projections {
      logic rmat projected(rmat X, rmat W, rvec b, integer in);         // X W^T + b
      axiom projected_at: \forall rmat X, W, rvec b, integer in, i, o; el(projected(X,W,b,in), i, o) == at(lin(row(X,i),W,b,in), o);
    }
    logic rmat Queries{L}(attest_multi_head *a, rmat X) = projected(X, fmat(a->w_q,a->d_model), fvec_or_zero(a->b_q), a->d_model);
    logic rmat Keys{L}(attest_multi_head *a, rmat C) = projected(C, fmat(a->w_k,a->d_context), fvec_or_zero(a->b_k), a->d_context);
    logic rmat Values{L}(attest_multi_head *a, rmat C) = projected(C, fmat(a->w_v,a->d_context), fvec_or_zero(a->b_v), a->d_context);
    // THE ANSWER: row i of every head, and row i of the result, of rows X that attend to n rows C
    logic rmat LayerHeads{L}(attest_multi_head *a, rmat X, rmat C, integer n, integer causal, integer i) =
      attended(Queries(a,X), Keys(a,C), Values(a,C), a->q_heads / a->kv_heads, a->d_k, a->d_v, n, causal, i);
    logic rvec LayerRow{L}(attest_multi_head *a, rmat X, rmat C, integer n, integer causal, integer i) =
      lin(joined(LayerHeads(a,X,C,n,causal,i), a->d_v), fmat(a->w_o,times(a->q_heads,a->d_v)), fvec_or_zero(a->b_o),
          times(a->q_heads,a->d_v));

    predicate ReadWeights{L}(double *w, integer out, integer in, double *b) = \valid_read(w + (0 .. times(out,in)-1)) &&
      (b != \null ==> \valid_read(b + (0 .. out-1)));
    predicate ReadLayer{L}(attest_multi_head *a) = \valid_read(a) &&
      ReadWeights(a->w_q, times(a->q_heads,a->d_k), a->d_model, a->b_q) &&
      ReadWeights(a->w_k, times(a->kv_heads,a->d_k), a->d_context, a->b_k) &&
      ReadWeights(a->w_v, times(a->kv_heads,a->d_v), a->d_context, a->b_v) &&
      ReadWeights(a->w_o, a->d_model, times(a->q_heads,a->d_v), a->b_o);
    // p[0 .. m-1] overlaps nothing that a holds
    predicate ApartWeights{L}(double *p, integer m, double *w, integer out, integer in, double *b) =
      \separated(p + (0 .. m-1), w + (0 .. times(out,in)-1)) && (b != \null ==> \separated(p + (0 .. m-1), b + (0 .. out-1)));
    predicate ApartLayer{L}(double *p, integer m, attest_multi_head *a) = \separated(p + (0 .. m-1), a) &&
      ApartWeights(p, m, a->w_q, times(a->q_heads,a->d_k), a->d_model, a->b_q) &&
      ApartWeights(p, m, a->w_k, times(a->kv_heads,a->d_k), a->d_context, a->b_k) &&
      ApartWeights(p, m, a->w_v, times(a->kv_heads,a->d_v), a->d_context, a->b_v) &&
      ApartWeights(p, m, a->w_o, a->d_model, times(a->q_heads,a->d_v), a->b_o);
    // doubles of the heads of all rows, and of workspace to compute them
    logic integer HeadsSize{L}(attest_multi_head *a, integer q_len) = times(times(a->q_heads,q_len),a->d_v);
    logic integer HeadsDoubles{L}(attest_multi_head *a, integer q_len, integer kv_len) =
      times(times(q_len,a->q_heads),a->d_k) + times(times(kv_len,a->kv_heads),a->d_k) + times(times(kv_len,a->kv_heads),a->d_v) + kv_len;
*/
#endif
