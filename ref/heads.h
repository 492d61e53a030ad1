/* Attention in every head of a layer. */
#ifndef ATTEST_REF_HEADS_H
#define ATTEST_REF_HEADS_H

#include <stdint.h>

#include "ref/logic/heads.h"

/* q_heads a multiple of kv_heads; d_k and d_v columns a head */
typedef struct {
  int64_t q_heads, kv_heads, q_len, kv_len, d_k, d_v;
} ref_head_sizes;

#include "ref/logic/head_sizes.h" /* needs the type above */

/* z, q_heads x q_len x d_v, from projections in which heads stand side by side: q is q_len x (q_heads*d_k), k kv_len x
   (kv_heads*d_k), v kv_len x (kv_heads*d_v). Query head h attends to kv head h / (q_heads / kv_heads), at scale
   1/sqrt(d_k); if causal, row i sees keys 0 .. i only. w is a row of kv_len doubles, vis one of kv_len bytes. */
/*@ requires sizes: HeadSizes(s);
    requires readable: \valid_read(q + (0 .. times(s.q_len,times(s.q_heads,s.d_k))-1)) &&
      \valid_read(k + (0 .. times(s.kv_len,times(s.kv_heads,s.d_k))-1)) &&
      \valid_read(v + (0 .. times(s.kv_len,times(s.kv_heads,s.d_v))-1));
    requires writable: \valid(z + (0 .. times(times(s.q_heads,s.q_len),s.d_v)-1)) && \valid(w + (0 .. s.kv_len-1)) &&
      \valid(vis + (0 .. s.kv_len-1));
    requires apart: \separated(z + (0 .. times(times(s.q_heads,s.q_len),s.d_v)-1), w + (0 .. s.kv_len-1),
      vis + (0 .. s.kv_len-1));
    requires apart_z: ApartHeads(z,times(times(s.q_heads,s.q_len),s.d_v),s,q,k,v);
    requires apart_w: ApartHeads(w,s.kv_len,s,q,k,v);
    assigns z[0 .. times(times(s.q_heads,s.q_len),s.d_v)-1], w[0 .. s.kv_len-1], vis[0 .. s.kv_len-1];
    ensures value: \forall integer i; 0 <= i < s.q_len ==>
      MatSame(heads(z,s.q_len,s.d_v,i), AttendedHeads{Pre}(s,causal,q,k,v,i), s.q_heads, s.d_v); */
void ref_attend_heads(ref_head_sizes s, int causal, double *q, double *k, double *v, double *z, double *w,
                      unsigned char *vis);

#endif
