/* The heads of a layer, before they are joined. */
#ifndef ATTEST_REF_LAYER_HEADS_H
#define ATTEST_REF_LAYER_HEADS_H

#include "ref/layer_sizes.h"
#include "ref/logic/multi_head.h"

/* The heads before they are joined: z, q_heads x q_len x d_v, head h being attention(x W_Qh^T + b_Qh, ...) as
   attest_multi_head says. work holds HeadsDoubles(a,n) doubles, vis kv_len bytes. */
/*@ requires call: LayerCall(a,x,context,n.q_len,n.kv_len,z,HeadsSize(a,n.q_len),
      work,HeadsDoubles(a,n.q_len,n.kv_len),vis);
    assigns z[0 .. HeadsSize(a,n.q_len)-1], work[0 .. HeadsDoubles(a,n.q_len,n.kv_len)-1], vis[0 .. n.kv_len-1];
    ensures only: OnlyTwo{Pre,Post}(z,HeadsSize(a,n.q_len),work,HeadsDoubles(a,n.q_len,n.kv_len));
    ensures value: \forall integer i; 0 <= i < n.q_len ==> heads(z,a.q_heads,n.q_len,a.d_v,i) ==
      LayerHeads{Pre}(a, mat{Pre}(x,n.q_len,a.d_model), mat{Pre}(context,n.kv_len,a.d_context), causal, i); */
void ref_heads(attest_multi_head a, const double *x, const double *context, ref_lengths n, bool causal, double *z,
               double *work, unsigned char *vis);

#endif
