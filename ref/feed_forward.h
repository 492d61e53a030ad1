/* The feed-forward part of a block. */
#ifndef ATTEST_REF_FEED_FORWARD_H
#define ATTEST_REF_FEED_FORWARD_H

#include "ref/logic/contiguous.h"
#include "ref/logic/feed_forward.h"
#include "ref/matrix.h"

/* a_j = max(0, a_j), n entries. */
/*@ requires size: 0 <= n <= MaxElements;
    requires valid: \valid(a + (0 .. n-1));
    assigns a[0 .. n-1];
    ensures value: \forall integer j; 0 <= j < n ==> a[j] == (\at(a[j],Pre) < 0 ? RZ : \at(a[j],Pre));
    ensures nonnegative: \forall integer j; 0 <= j < n ==> a[j] >= 0; */
void ref_relu(double *a, int64_t n);

/* y_j = x_j + y_j, n entries. */
/*@ requires size: 0 <= n <= MaxElements;
    requires valid: \valid_read(x + (0 .. n-1)) && \valid(y + (0 .. n-1));
    requires separated: \separated(y + (0 .. n-1), x + (0 .. n-1));
    assigns y[0 .. n-1];
    ensures value: \forall integer j; 0 <= j < n ==> y[j] == x[j] + \at(y[j],Pre); */
void ref_residual_add(const double *x, double *y, int64_t n);

/* y = max(0, x w1^T + b1) w2^T + b2 by rows (Vaswani et al. 2017, section 3.3). x and y are rows x d, w1 hidden x d, w2
   d x hidden, b1 hidden and b2 d entries or NULL; h, rows x hidden, is scratch. */
/*@ requires size: 0 <= rows <= MaxSize && 0 <= d <= MaxSize && 0 <= hidden <= MaxSize;
    requires valid: \valid_read(x + (0 .. times(rows,d)-1)) && \valid_read(w1 + (0 .. times(hidden,d)-1)) &&
      \valid_read(w2 + (0 .. times(d,hidden)-1)) && (b1 != \null ==> \valid_read(b1 + (0 .. hidden-1))) &&
      (b2 != \null ==> \valid_read(b2 + (0 .. d-1))) && \valid(h + (0 .. times(rows,hidden)-1)) &&
        \valid(y + (0 .. times(rows,d)-1));
    requires separated_h: \separated(h + (0 .. times(rows,hidden)-1), x + (0 .. times(rows,d)-1)) &&
      \separated(h + (0 .. times(rows,hidden)-1), w1 + (0 .. times(hidden,d)-1)) &&
      \separated(h + (0 .. times(rows,hidden)-1), w2 + (0 .. times(d,hidden)-1)) &&
      \separated(h + (0 .. times(rows,hidden)-1), y + (0 .. times(rows,d)-1)) &&
      (b1 != \null ==> \separated(h + (0 .. times(rows,hidden)-1), b1 + (0 .. hidden-1))) &&
      (b2 != \null ==> \separated(h + (0 .. times(rows,hidden)-1), b2 + (0 .. d-1)));
    requires separated_y: \separated(y + (0 .. times(rows,d)-1), w2 + (0 .. times(d,hidden)-1)) &&
      (b2 != \null ==> \separated(y + (0 .. times(rows,d)-1), b2 + (0 .. d-1)));
    assigns h[0 .. times(rows,hidden)-1], y[0 .. times(rows,d)-1];
    ensures value: \forall integer i; 0 <= i < rows ==> Same(row(fmat(y,d),i),
      ffn(row(fmat{Pre}(x,d),i), fmat{Pre}(w1,d), fvec_or_zero{Pre}(b1), fmat{Pre}(w2,hidden), fvec_or_zero{Pre}(b2), d,
        hidden), d); */
void ref_feed_forward(const double *x, const double *w1, const double *b1, const double *w2, const double *b2,
                      double *h, double *y, int64_t rows, int64_t d, int64_t hidden);

#endif
