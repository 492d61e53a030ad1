/* Multi-head attention as a sum over heads. */
#ifndef ATTEST_REF_TEACHING_MULTI_HEAD_SUM_H
#define ATTEST_REF_TEACHING_MULTI_HEAD_SUM_H

#include "ref/layer_sizes.h"
#include "ref/logic/multi_head.h"

/* The y of ref_multi_head as a sum over heads of value-up maps: y = sum over h of z_h W_Oh^T, + b_O. */
/*@ requires call: LayerCall(a,x,context,n.q_len,n.kv_len,y,times(n.q_len,a.d_model),
      work,LayerDoubles(a,n.q_len,n.kv_len),vis);
    requires apart: ApartLayer(y,times(n.q_len,a.d_model),a);
    assigns y[0 .. times(n.q_len,a.d_model)-1], work[0 .. LayerDoubles(a,n.q_len,n.kv_len)-1], vis[0 .. n.kv_len-1];
    ensures value: mat(y,n.q_len,a.d_model) ==
      MultiHead{Pre}(a, mat{Pre}(x,n.q_len,a.d_model), mat{Pre}(context,n.kv_len,a.d_context), causal); */
void ref_multi_head_sum(attest_multi_head a, const double *x, const double *context, ref_lengths n, bool causal,
                        double *y, double *work, unsigned char *vis);

#endif
