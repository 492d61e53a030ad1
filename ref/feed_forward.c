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
    if (a[j] < 0) a[j] = ref_zero();
}

void ref_residual_add(const double *x, double *y, int64_t n) {
  /*@ loop invariant range: 0 <= j <= n;
      loop invariant done: \forall integer i; 0 <= i < j ==> y[i] == x[i] + \at(y[i],Pre);
      loop invariant todo: \forall integer i; j <= i < n ==> y[i] == \at(y[i],Pre);
      loop assigns j, y[0 .. n-1];
      loop variant n - j; */
  for (int64_t j = 0; j < n; j++) y[j] = ref_sum(x[j], y[j]);
}

void ref_feed_forward(const double *x, const double *w1, const double *b1, const double *w2, const double *b2,
                      double *h, double *y, int64_t rows, int64_t d, int64_t hidden) {
  const ref_matrix vx = ref_contiguous(x, d), vw1 = ref_contiguous(w1, d);
  const ref_matrix vh = ref_contiguous(h, hidden), vw2 = ref_contiguous(w2, hidden);
  const ref_vector vb1 = {b1, 1}, vb2 = {b2, 1};
  //@ assert inside: 0 <= times(rows,hidden) <= MaxElements;
  //@ assert reach_one: Reach(d,1) && Reach(hidden,1);
  //@ assert reach_d: Reach(rows,d) && Reach(hidden,d);
  //@ assert reach_hidden: Reach(rows,hidden) && Reach(d,hidden);
  //@ assert read_x: ReadMat(vx,rows,d);
  //@ assert read_w1: ReadMat(vw1,hidden,d);
  //@ assert read_h: ReadMat(vh,rows,hidden);
  //@ assert read_w2: ReadMat(vw2,d,hidden);
  //@ assert read_b1: b1 != \null ==> ReadVec(vb1,hidden);
  //@ assert read_b2: b2 != \null ==> ReadVec(vb2,d);
  //@ assert separated_x: SepMat(h,times(rows,hidden),vx,rows,d);
  //@ assert separated_w1: SepMat(h,times(rows,hidden),vw1,hidden,d);
  //@ assert separated_b1: b1 != \null ==> SepVec(h,times(rows,hidden),vb1,hidden);
  //@ assert separated_h: SepMat(y,times(rows,d),vh,rows,hidden);
  //@ assert separated_w2: SepMat(y,times(rows,d),vw2,d,hidden);
  //@ assert separated_b2: b2 != \null ==> SepVec(y,times(rows,d),vb2,d);
  //@ assert same_x: MatSame(mat(vx), fmat{Pre}(x,d), rows, d);
  //@ assert same_w1: MatSame(mat(vw1), fmat{Pre}(w1,d), hidden, d);
  //@ assert same_b1: Same(optvec(vb1), fvec_or_zero{Pre}(b1), hidden);
  ref_linear(vx, vw1, vb1, h, rows, d, hidden);
  //@ ghost Hidden: ;
  //@ assert first: Linear(fmat{Pre}(x,d), fmat{Pre}(w1,d), fvec_or_zero{Pre}(b1), fmat(h,hidden), rows, d, hidden);
  //@ assert memory_w2: \forall integer t; 0 <= t < times(d,hidden) ==> w2[t] == \at(w2[t],Pre);
  //@ assert kept_b2: Same(fvec_or_zero(b2), fvec_or_zero{Pre}(b2), d);
  ref_relu(h, ref_times(rows, hidden));
  //@ ghost Relu: ;
  /*@ assert inside_h: \forall integer r, c; 0 <= r < rows ==> 0 <= c < hidden ==>
        0 <= times(r,hidden) + c < times(rows,hidden); */
  /*@ assert relu_entry: \forall integer r, c; 0 <= r < rows ==> 0 <= c < hidden ==>
        el(fmat(h,hidden),r,c) == at(vrelu(row(fmat{Hidden}(h,hidden),r)),c); */
  /*@ assert relu: \forall integer r; 0 <= r < rows ==>
        Same(row(fmat(h,hidden),r), vrelu(row(fmat{Hidden}(h,hidden),r)), hidden); */
  //@ assert memory_w2_too: \forall integer t; 0 <= t < times(d,hidden) ==> w2[t] == \at(w2[t],Pre);
  //@ assert kept_w2: MatSame(fmat(w2,hidden), fmat{Pre}(w2,hidden), d, hidden);
  //@ assert kept_b2_too: Same(fvec_or_zero(b2), fvec_or_zero{Hidden}(b2), d);
  //@ assert same_h: MatSame(mat(vh), fmat(h,hidden), rows, hidden);
  //@ assert view_w2: MatSame(mat(vw2), fmat(w2,hidden), d, hidden);
  //@ assert same_w2: MatSame(mat(vw2), fmat{Pre}(w2,hidden), d, hidden);
  //@ assert same_b2: Same(optvec(vb2), fvec_or_zero{Pre}(b2), d);
  ref_linear(vh, vw2, vb2, y, rows, hidden, d);
  /*@ assert second: Linear(fmat{Relu}(h,hidden), fmat{Pre}(w2,hidden), fvec_or_zero{Pre}(b2), fmat(y,d), rows, hidden,
        d); */
  /*@ assert row_hidden: \forall integer i; 0 <= i < rows ==> Same(row(fmat{Hidden}(h,hidden),i),
        lin(row(fmat{Pre}(x,d),i), fmat{Pre}(w1,d), fvec_or_zero{Pre}(b1), d), hidden); */
  /*@ assert row_relu: \forall integer i; 0 <= i < rows ==> Same(row(fmat{Relu}(h,hidden),i),
        vrelu(lin(row(fmat{Pre}(x,d),i), fmat{Pre}(w1,d), fvec_or_zero{Pre}(b1), d)), hidden); */
  //@ assert refl_w2: MatSame(fmat{Pre}(w2,hidden), fmat{Pre}(w2,hidden), d, hidden);
  //@ assert refl_b2: Same(fvec_or_zero{Pre}(b2), fvec_or_zero{Pre}(b2), d);
  /*@ assert carry: \forall integer i; 0 <= i < rows ==>
        Same(lin(row(fmat{Relu}(h,hidden),i), fmat{Pre}(w2,hidden), fvec_or_zero{Pre}(b2), hidden),
        ffn(row(fmat{Pre}(x,d),i), fmat{Pre}(w1,d), fvec_or_zero{Pre}(b1), fmat{Pre}(w2,hidden), fvec_or_zero{Pre}(b2),
          d, hidden), d); */
  /*@ assert row_y: \forall integer i; 0 <= i < rows ==> Same(row(fmat(y,d),i),
        lin(row(fmat{Relu}(h,hidden),i), fmat{Pre}(w2,hidden), fvec_or_zero{Pre}(b2), hidden), d); */
}
