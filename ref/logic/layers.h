/* What the layers and blocks of the public interface must be, and the workspace that they take. Needs the types of
   attest_layers.h. */
#ifndef ATTEST_LOGIC_LAYERS_H
#define ATTEST_LOGIC_LAYERS_H
#include "ref/logic/exp.h"
#include "ref/logic/limit.h"
/*@ logic integer MaxArray = 72057594037927936;             // ATTEST_MAX_ELEMENTS / 16
    logic integer Larger(integer a, integer b) = a > b ? a : b;
    predicate IsLength(integer n) = 0 <= n <= MaxSize;
    predicate IsPositive(integer n) = 0 < n <= MaxSize;
    predicate Fits(integer a, integer b, integer c) = times(a,times(b,c)) <= MaxArray;
    predicate LayerSizes(attest_multi_head a) = IsPositive(a.d_model) && IsPositive(a.d_context) &&
      IsPositive(a.d_k) &&
      IsPositive(a.d_v) && IsPositive(a.q_heads) && IsPositive(a.kv_heads) && a.q_heads % a.kv_heads == 0;
    predicate LayerFits(attest_multi_head a, integer q_len, integer kv_len) =
      times(a.q_heads,Larger(a.d_k,a.d_v)) <= MaxSize && Fits(a.q_heads,q_len,kv_len) &&
      Fits(a.q_heads, Larger(a.d_k,a.d_v), Larger(a.d_model,a.d_context)) &&
      Fits(a.q_heads, Larger(a.d_k,a.d_v), Larger(q_len,kv_len)) &&
        Fits(1, Larger(q_len,kv_len), Larger(a.d_model,a.d_context));
    predicate GoodLayer(attest_multi_head a, integer q_len, integer kv_len) =
      a.w_q != \null && a.w_k != \null && a.w_v != \null && a.w_o != \null && LayerSizes(a) && IsLength(q_len) &&
        IsLength(kv_len) &&
      LayerFits(a,q_len,kv_len);
    predicate GoodBlock(attest_block b, integer d_model, integer rows) = GoodLayer(b.attention,rows,rows) &&
      b.attention.d_model == d_model && b.attention.d_context == d_model && IsPositive(b.d_hidden) &&
        Fits(1,rows,b.d_hidden) &&
      Fits(1,d_model,b.d_hidden) && b.gain_1 != \null && b.offset_1 != \null && b.gain_2 != \null &&
        b.offset_2 != \null &&
      b.w_1 != \null && b.w_2 != \null && Finite(b.epsilon) && b.epsilon > 0;
    predicate GoodStack{L}(attest_block *blocks, integer count, integer rows) = IsPositive(count) &&
      \forall integer l; 0 <= l < count ==> GoodBlock(blocks[l], blocks[0].attention.d_model, rows);
    // doubles of workspace
    logic integer LayerDoubles(attest_multi_head a, integer q_len, integer kv_len) =
      times(times(q_len,a.q_heads),a.d_k) + times(times(kv_len,a.kv_heads),a.d_k) +
        times(times(kv_len,a.kv_heads),a.d_v) +
      times(times(a.q_heads,q_len),a.d_v) + times(times(q_len,a.q_heads),a.d_v) + kv_len;
    // doubles of the heads of all rows, and of workspace to compute them
    logic integer HeadsSize(attest_multi_head a, integer q_len) = times(times(a.q_heads,q_len),a.d_v);
    logic integer HeadsDoubles(attest_multi_head a, integer q_len, integer kv_len) =
      times(times(q_len,a.q_heads),a.d_k) + times(times(kv_len,a.kv_heads),a.d_k) +
        times(times(kv_len,a.kv_heads),a.d_v) + kv_len;
    logic integer BlockDoubles(attest_block b, integer rows) = 2 * times(rows,b.attention.d_model) +
      Larger(times(rows,b.d_hidden), LayerDoubles(b.attention,rows,rows));
    // bytes: doubles, then a byte of visibility a key
    logic integer LayerBytes(attest_multi_head a, integer q_len, integer kv_len) = 8 * LayerDoubles(a,q_len,kv_len)
      + kv_len;
    // the most that a block takes
    logic integer StackDoubles{L}(attest_block *blocks, integer count, integer rows) =
      count <= 0 ? 0 : Larger(StackDoubles(blocks,count-1,rows), BlockDoubles(blocks[count-1],rows));
    logic integer StackBytes{L}(attest_block *blocks, integer count, integer rows) = 8 * StackDoubles(blocks,count,rows)
      + rows;
    // what the forward functions do not refuse
    predicate LayerComputable{L}(attest_multi_head *a, double *x, integer q_len, double *context, integer kv_len,
      double *y, void *workspace, integer bytes) =
      a != \null && x != \null && context != \null && y != \null && GoodLayer(*a,q_len,kv_len) &&
      (workspace != \null || LayerBytes(*a,q_len,kv_len) == 0) && LayerBytes(*a,q_len,kv_len) <= bytes;
    predicate StackComputable{L}(attest_block *blocks, integer count, double *x, integer rows, void *workspace,
      integer bytes) =
      blocks != \null && x != \null && GoodStack(blocks,count,rows) &&
      (workspace != \null || StackBytes(blocks,count,rows) == 0) && StackBytes(blocks,count,rows) <= bytes;
*/
#endif
