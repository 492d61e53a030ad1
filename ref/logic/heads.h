/* The heads of a row: attention in every head of projections in which the heads stand side by side. */
#ifndef ATTEST_LOGIC_HEADS_H
#define ATTEST_LOGIC_HEADS_H
#include "ref/logic/attention_value.h"
#include "ref/logic/concat.h"
#include "ref/logic/place.h"
/*@ axiomatic HeadsOfRow {
      logic rmat columns(rmat A, integer k, integer d);                 // d columns of A, from column k on
      axiom columns_at: \forall rmat A, integer k, d, i, c; 0 <= i < rows_of(A) ==> 0 <= c < d ==>
        el(columns(A,k,d), i, c) == el(A, i, k + c);
      axiom columns_size: \forall rmat A, integer k, d; rows_of(columns(A,k,d)) == rows_of(A) &&
        columns_of(columns(A,k,d)) == d;
      logic real default_scale(integer d_k);
      axiom default_scale_def: \forall integer d_k; default_scale(d_k) == 1 / root(d_k);
      // row i of each of H heads, Q, K and V being the projections to all heads side by side
      logic rmat attended(rmat Q, rmat K, rmat V, integer H, integer group, integer d_k, integer d_v, integer causal,
        integer i);
      axiom attended_at: \forall rmat Q, K, V, integer H, group, d_k, d_v, causal, i, h, c; 0 <= h < H ==>
        0 <= c < d_v ==> el(attended(Q,K,V,H,group,d_k,d_v,causal,i), h, c) ==
          att(row(columns(Q,times(h,d_k),d_k),i), columns(K,times(group_of(h,group),d_k),d_k),
            columns(V,times(group_of(h,group),d_v),d_v), keys_seen(causal,i), all(RZ), default_scale(d_k), RZ, 0, RZ,
            rows_of(K), d_k, c);
      axiom attended_size: \forall rmat Q, K, V, integer H, group, d_k, d_v, causal, i;
        rows_of(attended(Q,K,V,H,group,d_k,d_v,causal,i)) == H &&
        columns_of(attended(Q,K,V,H,group,d_k,d_v,causal,i)) == d_v;
    }
*/
#endif
