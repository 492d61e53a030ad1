/* The heads of a row: attention in every head of projections in which the heads stand side by side. */
#ifndef ATTEST_LOGIC_HEADS_H
#define ATTEST_LOGIC_HEADS_H
#include "ref/logic/attention_value.h"
#include "ref/logic/concat.h"
#include "ref/logic/place.h"
/*@ axiomatic HeadsOfRow {
      logic rmat columns(rmat A, integer k);                            // A from column k on
      axiom columns_at: \forall rmat A, integer k, i, c; el(columns(A,k), i, c) == el(A, i, k + c);
      logic real default_scale(integer d_k);
      axiom default_scale_def: \forall integer d_k; default_scale(d_k) == 1 / root(d_k);
      // row i of every head, Q, K and V being the projections to all heads side by side, n rows of context
      logic rmat attended(rmat Q, rmat K, rmat V, integer group, integer d_k, integer d_v, integer n, integer causal,
        integer i);
      axiom attended_at: \forall rmat Q, K, V, integer group, d_k, d_v, n, causal, i, h, c;
        el(attended(Q,K,V,group,d_k,d_v,n,causal,i), h, c) ==
        att(row(columns(Q,times(h,d_k)),i), columns(K,times(group_of(h,group),d_k)),
          columns(V,times(group_of(h,group),d_v)),
            keys_seen(causal,i), all(RZ), default_scale(d_k), RZ, 0, RZ, n, d_k, c);
    }
*/
#endif
