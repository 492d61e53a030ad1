/* Self-attention without projections, as tutorials first show it. */
#ifndef ATTEST_REF_TEACHING_SIMPLIFIED_H
#define ATTEST_REF_TEACHING_SIMPLIFIED_H

#include <stdint.h>

#include "ref/logic/simplified.h"

/* y_i = sum over j <= i of w_ij x_j, w_i = softmax over j <= i of x_i . x_j: attention with q = k = v = x, scale 1,
   causal. x and y are rows x d, contiguous; w[rows] and vis[rows] are scratch. */
/*@ requires sizes: 0 <= rows <= MaxSize && 0 < d <= MaxSize;
    requires readable: \valid_read(x + (0 .. times(rows,d)-1));
    requires writable: \valid(y + (0 .. times(rows,d)-1)) && \valid(w + (0 .. rows-1)) && \valid(vis + (0 .. rows-1));
    requires apart: \separated(x + (0 .. times(rows,d)-1), y + (0 .. times(rows,d)-1), w + (0 .. rows-1),
      vis + (0 .. rows-1));
    assigns y[0 .. times(rows,d)-1], w[0 .. rows-1], vis[0 .. rows-1];
    ensures output: \forall integer i, c; 0 <= i < rows ==> 0 <= c < d ==>
      Simplified(mat{Pre}(x,rows,d),rows,d,i,c,el(mat(y,rows,d),i,c)); */
void ref_simplified(const double *x, double *y, int64_t rows, int64_t d, double *w, unsigned char *vis);

#endif
