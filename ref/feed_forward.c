/* FFN(x) = max(0, x W_1^T + b_1) W_2^T + b_2 */
#include "ref/feed_forward.h"

#include "ref/linear.h"

void ref_relu(double *a, int64_t n) {
  /*@ loop invariant range: 0 <= j <= n;
      loop invariant done: \forall integer i; 0 <= i < j ==> a[i] == (\at(a[i],Pre) < 0 ? RZ : \at(a[i],Pre)) &&
        a[i] >= 0;
      loop invariant todo: \forall integer i; j <= i < n ==> a[i] == \at(a[i],Pre);
      loop assigns j, a[0 .. n-1];
      loop variant n - j; */
  for (int64_t j = 0; j < n; j++)
    if (a[j] < 0) a[j] = 0.0;
}

void ref_residual_add(const double *x, double *y, int64_t n) {
  //@ assert separate: \separated(y + (0 .. n-1), x + (0 .. n-1));
  /*@ loop invariant range: 0 <= j <= n;
      loop invariant done: \forall integer i; 0 <= i < j ==> y[i] == x[i] + \at(y[i],Pre);
      loop invariant todo: \forall integer i; j <= i < n ==> y[i] == \at(y[i],Pre);
      loop assigns j, y[0 .. n-1];
      loop variant n - j; */
  for (int64_t j = 0; j < n; j++) y[j] = x[j] + y[j];
  /*@ assert inside: \forall integer rows, d, r, c; times(rows,d) == n ==> 0 <= r < rows ==> 0 <= c < d ==>
        0 <= times(r,d) + c < n; */
}

void ref_feed_forward(const double *x, const double *w1, const double *b1, const double *w2, const double *b2,
                      double *h, double *y, int64_t rows, int64_t d, int64_t hidden) {
  //@ assert inside: 0 <= times(rows,hidden) <= MaxElements;
  ref_linear(x, w1, b1, h, rows, d, hidden);
  //@ ghost Hidden: ;
  //@ assert kept_w2: MatSame(fmat(w2,hidden), fmat{Pre}(w2,hidden), d, hidden);
  //@ assert kept_b2: Same(fvec_or_zero(b2), fvec_or_zero{Pre}(b2), d);
  ref_relu(h, ref_times(rows, hidden));
  //@ ghost Relu: ;
  /*@ assert inside_h: \forall integer r, c; 0 <= r < rows ==> 0 <= c < hidden ==>
        0 <= times(r,hidden) + c < times(rows,hidden); */
  /*@ assert relu_entry: \forall integer r, c; 0 <= r < rows ==> 0 <= c < hidden ==>
        el(fmat(h,hidden),r,c) == at(vrelu(row(fmat{Hidden}(h,hidden),r)),c); */
  /*@ assert relu: \forall integer r; 0 <= r < rows ==>
        Same(row(fmat(h,hidden),r), vrelu(row(fmat{Hidden}(h,hidden),r)), hidden); */
  //@ assert memory_w2: \forall integer t; 0 <= t < times(d,hidden) ==> w2[t] == \at(w2[t],Hidden);
  //@ assert still_w2: MatSame(fmat(w2,hidden), fmat{Hidden}(w2,hidden), d, hidden);
  //@ assert still_b2: Same(fvec_or_zero(b2), fvec_or_zero{Hidden}(b2), d);
  /*@ assert same: MatSame(projected(fmat(h,hidden), fmat(w2,hidden), fvec_or_zero(b2), hidden),
        projected(fmat(h,hidden), fmat{Pre}(w2,hidden), fvec_or_zero{Pre}(b2), hidden), rows, d); */
  ref_linear(h, w2, b2, y, rows, hidden, d);
  /*@ assert second: MatSame(fmat(y,d), projected(fmat{Relu}(h,hidden), fmat{Pre}(w2,hidden), fvec_or_zero{Pre}(b2),
        hidden), rows, d); */
  /*@ assert rows: \forall integer i; 0 <= i < rows ==> Same(row(fmat{Hidden}(h,hidden),i),
        lin(row(fmat{Pre}(x,d),i), fmat{Pre}(w1,d), fvec_or_zero{Pre}(b1), d), hidden) &&
        Same(row(fmat{Relu}(h,hidden),i), vrelu(row(fmat{Hidden}(h,hidden),i)), hidden); */
  /*@ assert fed: \forall integer i; 0 <= i < rows ==> Same(row(fmat(y,d),i), ffn(row(fmat{Pre}(x,d),i),
        fmat{Pre}(w1,d),
        fvec_or_zero{Pre}(b1), fmat{Pre}(w2,hidden), fvec_or_zero{Pre}(b2), d, hidden), d); */
}
