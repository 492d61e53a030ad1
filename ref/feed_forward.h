/* The feed-forward part of a block. */
#ifndef ATTEST_REF_FEED_FORWARD_H
#define ATTEST_REF_FEED_FORWARD_H

#include "ref/logic/apart.h"
#include "ref/logic/feed_forward.h"
#include "ref/index.h"

/* a_j = max(0, a_j), n entries. */
/*@ requires size: 0 <= n <= MaxElements;
    requires valid: \valid(a + (0 .. n-1));
    assigns a[0 .. n-1];
    ensures only: OnlyOne{Pre,Post}(a,n);
    ensures value: \forall integer j; 0 <= j < n ==> a[j] == (\at(a[j],Pre) < 0 ? RZ : \at(a[j],Pre)) && a[j] >= 0; */
void ref_relu(double *a, int64_t n);

/* y_j = x_j + y_j, n entries. */
/*@ requires size: 0 <= n <= MaxElements;
    requires valid: \valid_read(x + (0 .. n-1)) && \valid(y + (0 .. n-1));
    requires apart: Apart(y,n,x,n);
    assigns y[0 .. n-1];
    ensures only: OnlyOne{Pre,Post}(y,n);
    ensures value: \forall integer j; 0 <= j < n ==> y[j] == x[j] + \at(y[j],Pre);
    ensures rows: \forall integer rows, d; times(rows,d) == n ==> 0 <= rows ==> 0 <= d ==>
      mat(y,rows,d) == added(mat{Pre}(y,rows,d),mat{Pre}(x,rows,d)); */
void ref_residual_add(const double *x, double *y, int64_t n);

/* y = max(0, x w1^T + b1) w2^T + b2 by rows [Vaswani2017, section 3.3]. x and y are rows x d, w1 hidden x d, w2
   d x hidden, b1 hidden and b2 d entries or NULL; h, rows x hidden, is scratch. */
/*@ requires size: 0 <= rows <= MaxSize && 0 <= d <= MaxSize && 0 <= hidden <= MaxSize;
    requires room: FeedRoom(x,w1,b1,w2,b2,h,y,rows,d,hidden);
    assigns h[0 .. times(rows,hidden)-1], y[0 .. times(rows,d)-1];
    ensures only: OnlyTwo{Pre,Post}(y,times(rows,d),h,times(rows,hidden));
    ensures value: mat(y,rows,d) == fed(mat{Pre}(x,rows,d), mat{Pre}(w1,hidden,d), vec_or_zero{Pre}(b1,hidden),
      mat{Pre}(w2,d,hidden), vec_or_zero{Pre}(b2,d)); */
void ref_feed_forward(const double *x, const double *w1, const double *b1, const double *w2, const double *b2,
                      double *h, double *y, int64_t rows, int64_t d, int64_t hidden);

#endif
