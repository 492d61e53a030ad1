/* What the heads of a layer must be, what they are, and what is written for them apart from what is read. */
#ifndef ATTEST_LOGIC_HEAD_SIZES_H
#define ATTEST_LOGIC_HEAD_SIZES_H
#include "ref/logic/heads.h"
/*@ predicate HeadSizes(ref_head_sizes s) = 0 < s.kv_heads <= s.q_heads <= MaxSize && s.q_heads % s.kv_heads == 0 &&
      0 < s.d_k <= MaxSize && 0 < s.d_v <= MaxSize && 0 <= s.q_len <= MaxSize && 0 <= s.kv_len <= MaxSize &&
      times(s.q_heads,s.d_k) <= MaxSize && times(s.kv_heads,s.d_k) <= MaxSize && times(s.kv_heads,s.d_v) <= MaxSize &&
      times(times(s.q_heads,s.q_len),s.d_v) <= MaxElements;
    predicate ApartHeads{L}(double *p, integer m, ref_head_sizes s, double *q, double *k, double *v) =
      \separated(p + (0 .. m-1), q + (0 .. times(s.q_len,times(s.q_heads,s.d_k))-1)) &&
      \separated(p + (0 .. m-1), k + (0 .. times(s.kv_len,times(s.kv_heads,s.d_k))-1)) &&
      \separated(p + (0 .. m-1), v + (0 .. times(s.kv_len,times(s.kv_heads,s.d_v))-1));
    // Q, K, V are what q, k, v hold
    predicate HoldHeads{L}(ref_head_sizes s, double *q, double *k, double *v, rmat Q, rmat K, rmat V) =
      MatSame(fmat(q,times(s.q_heads,s.d_k)), Q, s.q_len, times(s.q_heads,s.d_k)) &&
      MatSame(fmat(k,times(s.kv_heads,s.d_k)), K, s.kv_len, times(s.kv_heads,s.d_k)) &&
      MatSame(fmat(v,times(s.kv_heads,s.d_v)), V, s.kv_len, times(s.kv_heads,s.d_v));
    // THE ANSWER: row i of every head
    logic rmat AttendedHeads{L}(ref_head_sizes s, integer causal, double *q, double *k, double *v, integer i) =
      attended(fmat(q,times(s.q_heads,s.d_k)), fmat(k,times(s.kv_heads,s.d_k)), fmat(v,times(s.kv_heads,s.d_v)),
               s.q_heads / s.kv_heads, s.d_k, s.d_v, s.kv_len, causal, i);
*/
#endif
