/* Multi-head attention: project, attend in every head, join the heads. */
#ifndef ATTEST_REF_MULTI_HEAD_H
#define ATTEST_REF_MULTI_HEAD_H

#include "ref/layer_sizes.h"
#include "ref/logic/multi_head.h"

/* Doubles of workspace of ref_multi_head; after them come kv_len bytes. */
/*@ requires layer: GoodLayer(a,n.q_len,n.kv_len);
    assigns \nothing;
    ensures value: \result == LayerDoubles(a,n.q_len,n.kv_len);
    ensures range: 0 <= \result <= 5 * MaxArray + MaxSize; */
int64_t ref_multi_head_doubles(attest_multi_head a, ref_lengths n);

/* y = concat(heads) W_O^T + b_O, q_len x d_model. work holds ref_multi_head_doubles(a,n) doubles, vis kv_len bytes; x
   and context may be the same, or y. */
/*@ requires call: LayerCall(a,x,context,n.q_len,n.kv_len,y,times(n.q_len,a.d_model),
      work,LayerDoubles(a,n.q_len,n.kv_len),vis);
    requires apart: ApartLayer(y,times(n.q_len,a.d_model),a);
    assigns y[0 .. times(n.q_len,a.d_model)-1], work[0 .. LayerDoubles(a,n.q_len,n.kv_len)-1], vis[0 .. n.kv_len-1];
    ensures only: OnlyTwo{Pre,Post}(y,times(n.q_len,a.d_model),work,LayerDoubles(a,n.q_len,n.kv_len));
    ensures value: mat(y,n.q_len,a.d_model) ==
      MultiHead{Pre}(a, mat{Pre}(x,n.q_len,a.d_model), mat{Pre}(context,n.kv_len,a.d_context), causal); */
void ref_multi_head(attest_multi_head a, const double *x, const double *context, ref_lengths n, bool causal, double *y,
                    double *work, unsigned char *vis);

#endif
