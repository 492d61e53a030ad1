/* mean = sum x_j / n,  variance = sum (x_j - mean)^2 / n,  y_j = (x_j - mean) / sqrt(variance + epsilon) * gain_j +
                        offset_j */
#include "ref/layer_norm.h"

#include "ref/elementary.h"
#include "ref/logic/norm_moments.h"

/*@ requires size: 0 < n <= MaxSize;
    requires valid: \valid_read(x + (0 .. n-1));
    assigns \nothing;
    ensures value: \result == mean(fvec(x),n); */
static double mean(const double *x, int64_t n) {
  double s = 0;
  /*@ loop invariant range: 0 <= j <= n;
      loop invariant value: s == sum(fvec(x),j);
      loop assigns j, s;
      loop variant n - j; */
  for (int64_t j = 0; j < n; j++) {
    //@ assert term: x[j] == at(fvec(x),j);
    s = s + x[j];
  }
  const double m = s / (double)n;
  //@ assert quotient: Frac(m,n,s);
  return m;
}

/*@ requires size: 0 < n <= MaxSize;
    requires valid: \valid_read(x + (0 .. n-1));
    requires mean: m == mean(fvec(x),n);
    assigns \nothing;
    ensures value: \result == variance(fvec(x),n); */
static double variance(const double *x, double m, int64_t n) {
  double s = 0;
  /*@ loop invariant range: 0 <= j <= n;
      loop invariant value: s == sum(pv(centred(fvec(x),m),centred(fvec(x),m)),j);
      loop assigns j, s;
      loop variant n - j; */
  for (int64_t j = 0; j < n; j++) {
    const double c = x[j] - m;
    //@ assert difference: c == at(centred(fvec(x),m),j);
    const double p = c * c;
    //@ assert term: p == at(pv(centred(fvec(x),m),centred(fvec(x),m)),j);
    s = s + p;
  }
  const double v = s / (double)n;
  //@ assert quotient: Frac(v,n,s);
  return v;
}

/*@ requires size: 0 < n <= MaxSize;
    requires valid: \valid_read(x + (0 .. n-1));
    requires mean: m == mean(fvec(x),n);
    requires fit: Fit(fvec(x),n,epsilon);
    assigns \nothing;
    ensures value: \result == deviation(fvec(x),n,epsilon);
    ensures positive: \result > 0; */
static double deviation(const double *x, double m, int64_t n, double epsilon) {
  const double v = variance(x, m, n);
  //@ assert positive: v + epsilon > 0;
  return ref_sqrt(v + epsilon);
}

/*@ requires size: 0 < n <= MaxSize;
    requires valid: \valid_read(x + (0 .. n-1)) && \valid(y + (0 .. n-1));
    requires separated: \separated(y + (0 .. n-1), x + (0 .. n-1));
    requires fit: Fit(fvec(x),n,epsilon);
    assigns y[0 .. n-1];
    ensures value: \forall integer c; 0 <= c < n ==> y[c] == at(nrm(fvec{Pre}(x),n,epsilon),c); */
static void normalise(const double *x, double *y, int64_t n, double epsilon) {
  const double m = mean(x, n), s = deviation(x, m, n, epsilon);
  /*@ loop invariant range: 0 <= j <= n;
      loop invariant done: \forall integer c; 0 <= c < j ==> y[c] == at(nrm(fvec{Pre}(x),n,epsilon),c);
      loop assigns j, y[0 .. n-1];
      loop variant n - j; */
  for (int64_t j = 0; j < n; j++) {
    const double c = x[j] - m;
    //@ assert difference: c == at(centred(fvec{Pre}(x),mean(fvec{Pre}(x),n)),j);
    const double q = c / s;
    //@ assert quotient: Frac(q,s,c);
    //@ assert here: Frac(at(nrm(fvec{Pre}(x),n,epsilon),j),s,c);
    //@ assert term: q == at(nrm(fvec{Pre}(x),n,epsilon),j);
    y[j] = q;
  }
}

/*@ requires size: 0 < n <= MaxSize;
    requires valid: \valid(y + (0 .. n-1)) && \valid_read(gain + (0 .. n-1)) && \valid_read(offset + (0 .. n-1));
    requires separated: \separated(y + (0 .. n-1), gain + (0 .. n-1)) &&
      \separated(y + (0 .. n-1), offset + (0 .. n-1));
    assigns y[0 .. n-1];
    ensures value: \forall integer c; 0 <= c < n ==>
      y[c] == at(pv(fvec{Pre}(y),fvec{Pre}(gain)),c) + at(fvec{Pre}(offset),c); */
static void affine(double *y, const double *gain, const double *offset, int64_t n) {
  /*@ loop invariant range: 0 <= j <= n;
      loop invariant done: \forall integer c; 0 <= c < j ==>
        y[c] == at(pv(fvec{Pre}(y),fvec{Pre}(gain)),c) + at(fvec{Pre}(offset),c);
      loop invariant todo: \forall integer c; j <= c < n ==> y[c] == \at(y[c],Pre);
      loop assigns j, y[0 .. n-1];
      loop variant n - j; */
  for (int64_t j = 0; j < n; j++) {
    const double p = y[j] * gain[j];
    //@ assert product: Prop(p,y[j],gain[j]);
    //@ assert term: p == at(pv(fvec{Pre}(y),fvec{Pre}(gain)),j);
    y[j] = p + offset[j];
  }
}

/*@ requires size: 0 < n <= MaxSize;
    requires both: gain == \null <==> offset == \null;
    requires valid: \valid_read(x + (0 .. n-1)) && \valid(y + (0 .. n-1)) &&
      (gain != \null ==> \valid_read(gain + (0 .. n-1)) && \valid_read(offset + (0 .. n-1)));
    requires separated: \separated(y + (0 .. n-1), x + (0 .. n-1)) &&
      (gain != \null ==> \separated(y + (0 .. n-1), gain + (0 .. n-1)) &&
        \separated(y + (0 .. n-1), offset + (0 .. n-1)));
    requires fit: Fit(fvec(x),n,epsilon);
    assigns y[0 .. n-1];
    ensures plain: gain == \null ==> \forall integer c; 0 <= c < n ==> y[c] == at(nrm(fvec{Pre}(x),n,epsilon),c);
    ensures affine: gain != \null ==>
      \forall integer c; 0 <= c < n ==> y[c] == at(ln(fvec{Pre}(x),fvec{Pre}(gain),fvec{Pre}(offset),n,epsilon),c); */
static void layer_norm_row(const double *x, const double *gain, const double *offset, double *y, int64_t n,
                           double epsilon) {
  normalise(x, y, n, epsilon);
  if (gain == NULL) return;
  //@ assert plain: Same(fvec(y), nrm(fvec{Pre}(x),n,epsilon), n);
  //@ assert gain: Same(fvec(gain), fvec{Pre}(gain), n);
  //@ assert offset: Same(fvec(offset), fvec{Pre}(offset), n);
  //@ assert product: Same(pv(fvec(y),fvec(gain)), pv(nrm(fvec{Pre}(x),n,epsilon),fvec{Pre}(gain)), n);
  affine(y, gain, offset, n);
}

void ref_layer_norm(const double *x, const double *gain, const double *offset, double *y, int64_t rows, int64_t cols,
                    double epsilon) {
  /*@ loop invariant range: 0 <= i <= rows;
      loop invariant plain: gain == \null ==> \forall integer r, c; 0 <= r < i ==> 0 <= c < cols ==>
        el(fmat(y,cols),r,c) == at(nrm(row(fmat{Pre}(x,cols),r),cols,epsilon),c);
      loop invariant affine: gain != \null ==> \forall integer r, c; 0 <= r < i ==> 0 <= c < cols ==>
        el(fmat(y,cols),r,c) == at(ln(row(fmat{Pre}(x,cols),r),fvec{Pre}(gain),fvec{Pre}(offset),cols,epsilon),c);
      loop assigns i, y[0 .. times(rows,cols)-1];
      loop variant rows - i; */
  for (int64_t i = 0; i < rows; i++) {
    //@ assert inside: 0 <= times(i,cols) && times(i,cols) + cols <= times(rows,cols) <= MaxElements;
    const int64_t o = ref_times(i, cols);
    const double *xi = x + o;
    double *yi = y + o;
    /*@ assert kept_x: \let ii = i; \forall integer c; 0 <= c < cols ==>
          el(fmat(x,cols),ii,c) == el(fmat{Pre}(x,cols),ii,c); */
    //@ assert address_x: \let ii = i; \forall integer c; el(fmat(x,cols),ii,c) == at(fvec(xi),c);
    //@ assert row_x: Same(fvec(xi), row(fmat{Pre}(x,cols),i), cols);
    //@ assert row_pre: Same(row(fmat{Pre}(x,cols),i), fvec(xi), cols);
    //@ assert fit: Fit(fvec(xi),cols,epsilon);
    //@ assert gain: gain != \null ==> Same(fvec(gain), fvec{Pre}(gain), cols);
    //@ assert offset: gain != \null ==> Same(fvec(offset), fvec{Pre}(offset), cols);
    //@ assert carry_plain: Same(nrm(fvec(xi),cols,epsilon), nrm(row(fmat{Pre}(x,cols),i),cols,epsilon), cols);
    /*@ assert carry_affine: gain != \null ==> Same(ln(fvec(xi),fvec(gain),fvec(offset),cols,epsilon),
          ln(row(fmat{Pre}(x,cols),i),fvec{Pre}(gain),fvec{Pre}(offset),cols,epsilon), cols); */
    //@ assert before: \forall integer r, c; 0 <= r < i ==> 0 <= c < cols ==> 0 <= times(r,cols) + c < o;
    //@ ghost Row: ;
    layer_norm_row(xi, gain, offset, yi, cols, epsilon);
    //@ assert prefix: \let n = o; \forall integer t; 0 <= t < n ==> y[t] == \at(y[t],Row);
    /*@ assert earlier: \forall integer r, c; 0 <= r < i ==> 0 <= c < cols ==>
          el(fmat(y,cols),r,c) == el(fmat{Row}(y,cols),r,c); */
    //@ assert place: \let ii = i; \forall integer c; el(fmat(y,cols),ii,c) == yi[c];
    /*@ assert row_plain: gain == \null ==> \let ii = i; \forall integer c; 0 <= c < cols ==>
          yi[c] == at(nrm(row(fmat{Pre}(x,cols),ii),cols,epsilon),c); */
    /*@ assert row_affine: gain != \null ==> \let ii = i; \forall integer c; 0 <= c < cols ==>
          yi[c] == at(ln(row(fmat{Pre}(x,cols),ii),fvec{Pre}(gain),fvec{Pre}(offset),cols,epsilon),c); */
  }
  /*@ assert plain: gain == \null ==> \forall integer r; 0 <= r < rows ==>
        Same(row(fmat(y,cols),r), nrm(row(fmat{Pre}(x,cols),r),cols,epsilon), cols); */
  /*@ assert affine: gain != \null ==> \forall integer r; 0 <= r < rows ==>
        Same(row(fmat(y,cols),r), ln(row(fmat{Pre}(x,cols),r),fvec{Pre}(gain),fvec{Pre}(offset),cols,epsilon), cols); */
  /*@ assert identity: gain == \null ==> \forall integer r; 0 <= r < rows ==>
        Same(nrm(row(fmat{Pre}(x,cols),r),cols,epsilon),
        ln(row(fmat{Pre}(x,cols),r),fvec_or_one{Pre}(gain),fvec_or_zero{Pre}(offset),cols,epsilon), cols); */
  //@ assert gain_given: gain != \null ==> Same(fvec{Pre}(gain), fvec_or_one{Pre}(gain), cols);
  //@ assert offset_given: gain != \null ==> Same(fvec{Pre}(offset), fvec_or_zero{Pre}(offset), cols);
  //@ assert fits: \forall integer r; 0 <= r < rows ==> Fit(row(fmat{Pre}(x,cols),r),cols,epsilon);
  /*@ assert given: gain != \null ==> \forall integer r; 0 <= r < rows ==>
        Same(ln(row(fmat{Pre}(x,cols),r),fvec{Pre}(gain),fvec{Pre}(offset),cols,epsilon),
        ln(row(fmat{Pre}(x,cols),r),fvec_or_one{Pre}(gain),fvec_or_zero{Pre}(offset),cols,epsilon), cols); */
}
