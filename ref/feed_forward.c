/* FFN(x) = max(0, x W_1^T + b_1) W_2^T + b_2 */
#include "ref/feed_forward.h"

#include "ref/linear.h"

void ref_relu(double *a, int64_t n) {
  /*@ loop invariant range: 0 <= j <= n;
      loop invariant done: \forall integer i; 0 <= i < j ==> a[i] == (\at(a[i],Pre) < 0 ? RZ : \at(a[i],Pre));
      loop invariant todo: \forall integer i; j <= i < n ==> a[i] == \at(a[i],Pre);
      loop assigns j, a[0 .. n-1]; loop variant n - j; */
  for (int64_t j = 0; j < n; j++)
    if (a[j] < 0) a[j] = 0.0;
}

void ref_residual_add(const double *x, double *y, int64_t n) {
  /*@ loop invariant range: 0 <= j <= n;
      loop invariant only: OnlyOne{Pre,Here}(y,n);
      loop invariant done: \forall integer i; 0 <= i < j ==> y[i] == x[i] + \at(y[i],Pre);
      loop invariant todo: \forall integer i; j <= i < n ==> y[i] == \at(y[i],Pre);
      loop assigns j, y[0 .. n-1]; loop variant n - j; */
  for (int64_t j = 0; j < n; j++) y[j] = x[j] + y[j];
  /*@ assert rows: \forall integer rows, d; times(rows,d) == n ==>
        MatSame(mat(y,rows,d), added(mat{Pre}(y,rows,d),mat{Pre}(x,rows,d)), rows, d); */
}

void ref_feed_forward(const double *x, const double *w1, const double *b1, const double *w2, const double *b2,
                      double *h, double *y, int64_t rows, int64_t d, int64_t hidden) {
  ref_linear(x, w1, b1, h, rows, d, hidden);
  //@ ghost Hidden: ;
  ref_relu(h, ref_times(rows, hidden));
  //@ assert rectified: MatSame(mat(h,rows,hidden), rectified(mat{Hidden}(h,rows,hidden)), rows, hidden);
  //@ assert kept_w2: mat(w2,d,hidden) == mat{Pre}(w2,d,hidden);
  //@ assert kept_b2: vec_or_zero(b2,d) == vec_or_zero{Pre}(b2,d);
  ref_linear(h, w2, b2, y, rows, hidden, d);
}
