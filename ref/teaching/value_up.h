/* W_O as a sum over heads of value-up maps: another form of joining the heads and multiplying by W_O. */
#ifndef ATTEST_REF_TEACHING_VALUE_UP_H
#define ATTEST_REF_TEACHING_VALUE_UP_H

#include "ref/layer_sizes.h"
#include "ref/logic/multi_head.h"

/* y, rows x out: y_io = b_o + sum over h of z_hi . w_o[h*d .. h*d+d-1]. z is heads x rows x d, w out x (heads*d), b out
   entries or NULL, all contiguous. */
/*@ requires size: 0 <= heads <= MaxSize && 0 <= rows <= MaxSize && 0 <= d <= MaxSize && times(heads,d) <= MaxSize &&
      0 <= out <= MaxSize;
    requires valid: \valid_read(z + (0 .. times(heads,times(rows,d))-1)) && ReadWeights(w,out,times(heads,d),b) &&
      \valid(y + (0 .. times(rows,out)-1));
    requires apart: Apart(y,times(rows,out),z,times(heads,times(rows,d))) &&
      ApartWeights(y,times(rows,out),w,out,times(heads,d),b);
    assigns y[0 .. times(rows,out)-1];
    ensures value: \forall integer i; 0 <= i < rows ==> Same(row(fmat(y,out),i),
      value_up(heads{Pre}(z,rows,d,i), fmat{Pre}(w,times(heads,d)), fvec_or_zero{Pre}(b), heads, d), out); */
void ref_value_up_sum(const double *z, const double *w, const double *b, double *y, int64_t heads, int64_t rows,
                      int64_t d, int64_t out);

/* The y of ref_multi_head as a sum over heads of value-up maps: y = sum over h of z_h W_Oh^T, + b_O. */
/*@ requires call: LayerCall(a,x,context,n.q_len,n.kv_len,y,times(n.q_len,a.d_model),
      work,LayerDoubles(a,n.q_len,n.kv_len),vis);
    requires apart: ApartLayer(y,times(n.q_len,a.d_model),a);
    assigns y[0 .. times(n.q_len,a.d_model)-1], work[0 .. LayerDoubles(a,n.q_len,n.kv_len)-1], vis[0 .. n.kv_len-1];
    ensures value: \forall integer i; 0 <= i < n.q_len ==> Same(row(fmat(y,a.d_model),i),
      LayerRow{Pre}(a, fmat{Pre}(x,a.d_model), fmat{Pre}(context,a.d_context), n.kv_len, causal, i), a.d_model); */
void ref_multi_head_sum(attest_multi_head a, const double *x, const double *context, ref_lengths n, bool causal,
                        double *y, double *work, unsigned char *vis);

#endif
