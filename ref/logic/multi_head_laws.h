/* Sizes and places of heads, and what multi-head attention depends on: entries only. */
#ifndef ATTEST_LOGIC_MULTI_HEAD_LAWS_H
#define ATTEST_LOGIC_MULTI_HEAD_LAWS_H
#include "ref/logic/attention_value_laws.h"
#include "ref/logic/layers_fit.h"
#include "ref/logic/multi_head.h"
/*@ axiomatic Grouped {
      predicate Grouped(integer heads, integer kv_heads, integer group);
      axiom Grouped_def: \forall integer heads, kv_heads, group; Grouped(heads,kv_heads,group) <==>
        0 < heads && 0 < kv_heads && heads % kv_heads == 0 && group == heads / kv_heads;
    }
    lemma kv_head_range: \forall integer h, H, KVH, group; Grouped(H,KVH,group) ==> 0 <= h < H ==>
      0 < group && H == times(KVH,group) && 0 <= group_of(h,group) < KVH;
    // sizes and places: column c of head h of row i, the heads side by side in a row
    lemma split_inside: \forall integer h, i, c, H, rows, d; 0 <= h < H ==> 0 <= i < rows ==> 0 <= c < d ==>
      0 <= times(h,d) + c < times(H,d) && 0 <= times(i,times(H,d)) + (times(h,d) + c) < times(rows,times(H,d));
    lemma times_turn: \forall integer a, b, c; times(times(a,b),c) == times(b,times(a,c));
    lemma columns_ext: \forall rmat A, A2, integer n, h, H, d; MatSame(A,A2,n,times(H,d)) ==> 0 <= h < H ==>
      MatSame(columns(A,times(h,d)), columns(A2,times(h,d)), n, d);
    // heads
    lemma columns_row_ext: \forall rmat A, A2, integer n, h, H, d, i; MatSame(A,A2,n,times(H,d)) ==> 0 <= h < H ==>
      0 <= i < n ==>
      MatSame(columns(A,times(h,d)), columns(A2,times(h,d)), n, d) &&
      Same(row(columns(A,times(h,d)),i), row(columns(A2,times(h,d)),i), d);
    lemma samekeys_refl: \forall rvec vis, integer n; SameKeys(vis,vis,n);
    lemma attended_value: \forall rmat Q, Q2, K, K2, V, V2, integer rows, n, H, KVH, d_k, d_v, causal, i, h, c, g;
      MatSame(Q,Q2,rows,times(H,d_k)) ==> MatSame(K,K2,n,times(KVH,d_k)) ==> MatSame(V,V2,n,times(KVH,d_v)) ==>
      0 <= i < rows ==> 0 <= h < H ==> 0 <= c < d_v ==> 0 <= g < KVH ==>
      Same(row(columns(Q,times(h,d_k)),i), row(columns(Q2,times(h,d_k)),i), d_k) &&
      MatSame(columns(K,times(g,d_k)), columns(K2,times(g,d_k)), n, d_k) &&
        MatSame(columns(V,times(g,d_v)), columns(V2,times(g,d_v)), n, d_v) &&
      SameKeys(keys_seen(causal,i), keys_seen(causal,i), n) && Same(all(RZ),all(RZ),n) &&
      att(row(columns(Q,times(h,d_k)),i), columns(K,times(g,d_k)), columns(V,times(g,d_v)),
          keys_seen(causal,i), all(RZ), default_scale(d_k), RZ, 0, RZ, n, d_k, c) ==
      att(row(columns(Q2,times(h,d_k)),i), columns(K2,times(g,d_k)), columns(V2,times(g,d_v)),
          keys_seen(causal,i), all(RZ), default_scale(d_k), RZ, 0, RZ, n, d_k, c);
    lemma attended_at_head: \forall rmat Q, Q2, K, K2, V, V2, integer rows, n, H, KVH, group, d_k, d_v, causal, i, h, c,
      g; g == group_of(h,group) ==>
      0 <= g < KVH ==> MatSame(Q,Q2,rows,times(H,d_k)) ==> MatSame(K,K2,n,times(KVH,d_k)) ==>
        MatSame(V,V2,n,times(KVH,d_v)) ==>
      0 <= i < rows ==> 0 <= h < H ==> 0 <= c < d_v ==>
      att(row(columns(Q,times(h,d_k)),i), columns(K,times(g,d_k)), columns(V,times(g,d_v)),
          keys_seen(causal,i), all(RZ), default_scale(d_k), RZ, 0, RZ, n, d_k, c) ==
      att(row(columns(Q2,times(h,d_k)),i), columns(K2,times(g,d_k)), columns(V2,times(g,d_v)),
          keys_seen(causal,i), all(RZ), default_scale(d_k), RZ, 0, RZ, n, d_k, c) &&
      el(attended(Q,K,V,group,d_k,d_v,n,causal,i),h,c) == el(attended(Q2,K2,V2,group,d_k,d_v,n,causal,i),h,c);
    lemma attended_entry: \forall rmat Q, Q2, K, K2, V, V2, integer rows, n, H, KVH, group, d_k, d_v, causal, i, h, c;
      Grouped(H,KVH,group) ==> MatSame(Q,Q2,rows,times(H,d_k)) ==> MatSame(K,K2,n,times(KVH,d_k)) ==>
        MatSame(V,V2,n,times(KVH,d_v)) ==>
      0 <= i < rows ==> 0 <= h < H ==> 0 <= c < d_v ==> 0 <= group_of(h,group) < KVH &&
      el(attended(Q,K,V,group,d_k,d_v,n,causal,i),h,c) == el(attended(Q2,K2,V2,group,d_k,d_v,n,causal,i),h,c);
    lemma attended_ext: \forall rmat Q, Q2, K, K2, V, V2, integer rows, n, H, KVH, group, d_k, d_v, causal, i;
      Grouped(H,KVH,group) ==>
      MatSame(Q,Q2,rows,times(H,d_k)) ==> MatSame(K,K2,n,times(KVH,d_k)) ==> MatSame(V,V2,n,times(KVH,d_v)) ==>
        0 <= i < rows ==>
      MatSame(attended(Q,K,V,group,d_k,d_v,n,causal,i), attended(Q2,K2,V2,group,d_k,d_v,n,causal,i), H, d_v);
    lemma layer_grouped: \forall attest_multi_head a, integer q_len, kv_len; GoodLayer(a,q_len,kv_len) ==>
      Grouped(a.q_heads,a.kv_heads,a.q_heads / a.kv_heads);
*/
#endif
