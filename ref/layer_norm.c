/* mean = sum x_j / n,  variance = sum (x_j - mean)^2 / n,  y_j = (x_j - mean) / sqrt(variance + epsilon) * gain_j +
                        offset_j */
#include "ref/layer_norm.h"

#include "ref/elementary.h"
#include "ref/logic/norm_moments.h"

/*@ requires size: 0 < n <= MaxSize;
    requires valid: \valid_read(x + (0 .. n-1));
    assigns \nothing;
    ensures value: \result == mean(vec(x,n),n); */
static double mean(const double *x, int64_t n) {
  double s = 0;
  /*@ loop invariant range: 0 <= j <= n;
      loop invariant value: s == sum(vec(x,n),j);
      loop assigns j, s; loop variant n - j; */
  for (int64_t j = 0; j < n; j++) {
    //@ assert term: x[j] == at(vec(x,n),j);
    s = s + x[j];
  }
  const double m = s / (double)n;
  //@ assert quotient: Frac(m,n,s);
  return m;
}

/*@ requires size: 0 < n <= MaxSize;
    requires valid: \valid_read(x + (0 .. n-1));
    requires mean: m == mean(vec(x,n),n);
    assigns \nothing;
    ensures value: \result == variance(vec(x,n),n); */
static double variance(const double *x, double m, int64_t n) {
  double s = 0;
  /*@ loop invariant range: 0 <= j <= n;
      loop invariant value: s == sum(pv(centred(vec(x,n),m),centred(vec(x,n),m)),j);
      loop assigns j, s; loop variant n - j; */
  for (int64_t j = 0; j < n; j++) {
    const double c = x[j] - m;
    //@ assert difference: c == at(centred(vec(x,n),m),j);
    const double p = c * c;
    //@ assert term: p == at(pv(centred(vec(x,n),m),centred(vec(x,n),m)),j);
    s = s + p;
  }
  const double v = s / (double)n;
  //@ assert quotient: Frac(v,n,s);
  return v;
}

/*@ requires size: 0 < n <= MaxSize;
    requires both: gain == \null <==> offset == \null;
    requires valid: \valid_read(x + (0 .. n-1)) && \valid(y + (0 .. n-1)) &&
      (gain != \null ==> \valid_read(gain + (0 .. n-1)) && \valid_read(offset + (0 .. n-1)));
    requires apart: \separated(y + (0 .. n-1), x + (0 .. n-1)) && (gain != \null ==>
      \separated(y + (0 .. n-1), gain + (0 .. n-1)) && \separated(y + (0 .. n-1), offset + (0 .. n-1)));
    requires fit: Fit(vec(x,n),n,epsilon);
    assigns y[0 .. n-1];
    ensures value: \forall integer c; 0 <= c < n ==>
      y[c] == at(ln(vec{Pre}(x,n),vec_or_one{Pre}(gain,n),vec_or_zero{Pre}(offset,n),n,epsilon),c); */
static void layer_norm_row(const double *x, const double *gain, const double *offset, double *y, int64_t n,
                           double epsilon) {
  const double m = mean(x, n), s = ref_sqrt(variance(x, m, n) + epsilon);
  //@ assert deviation: s == deviation(vec(x,n),n,epsilon) && s > 0;
  /*@ loop invariant range: 0 <= j <= n;
      loop invariant done: \forall integer c; 0 <= c < j ==>
        y[c] == at(ln(vec{Pre}(x,n),vec_or_one{Pre}(gain,n),vec_or_zero{Pre}(offset,n),n,epsilon),c);
      loop assigns j, y[0 .. n-1]; loop variant n - j; */
  for (int64_t j = 0; j < n; j++) {
    const double c = x[j] - m, q = c / s;
    //@ assert difference: c == at(centred(vec{Pre}(x,n),mean(vec{Pre}(x,n),n)),j);
    //@ assert quotient: Frac(q,s,c) && Frac(at(nrm(vec{Pre}(x,n),n,epsilon),j),s,c);
    //@ assert term: q == at(nrm(vec{Pre}(x,n),n,epsilon),j);
    /*@ assert affine: \let jj = j; gain != \null ==> gain[jj] == at(vec_or_one{Pre}(gain,n),jj) &&
          offset[jj] == at(vec_or_zero{Pre}(offset,n),jj) && Prop(q * gain[jj],q,gain[jj]); */
    //@ assert plain: gain == \null ==> at(vec_or_one{Pre}(gain,n),j) == 1 && at(vec_or_zero{Pre}(offset,n),j) == RZ;
    const double scaled = gain != NULL ? q * gain[j] : q;
    y[j] = offset != NULL ? scaled + offset[j] : scaled;
    /*@ assert entry: \let jj = j; y[jj] ==
          at(ln(vec{Pre}(x,n),vec_or_one{Pre}(gain,n),vec_or_zero{Pre}(offset,n),n,epsilon),jj); */
  }
}

void ref_layer_norm(const double *x, const double *gain, const double *offset, double *y, int64_t rows, int64_t cols,
                    double epsilon) {
  /*@ loop invariant range: 0 <= i <= rows;
      loop invariant only: OnlyOne{Pre,Here}(y,times(rows,cols));
      loop invariant done: \forall integer r, c; 0 <= r < i ==> 0 <= c < cols ==> el(mat(y,rows,cols),r,c) ==
        el(normalised(mat{Pre}(x,rows,cols),vec_or_one{Pre}(gain,cols),vec_or_zero{Pre}(offset,cols),epsilon),r,c);
      loop assigns i, y[0 .. times(rows,cols)-1]; loop variant rows - i; */
  for (int64_t i = 0; i < rows; i++) {
    //@ assert inside: 0 <= times(i,cols) && times(i,cols) + cols <= times(rows,cols) <= MaxElements;
    const int64_t o = ref_times(i, cols);
    //@ assert row_x: vec(x + o,cols) == row(mat{Pre}(x,rows,cols),i);
    //@ assert gain: vec_or_one(gain,cols) == vec_or_one{Pre}(gain,cols);
    //@ assert offset: vec_or_zero(offset,cols) == vec_or_zero{Pre}(offset,cols);
    //@ ghost Row: ;
    layer_norm_row(x + o, gain, offset, y + o, cols, epsilon);
    /*@ assert earlier: \let ii = i; \forall integer r, c; 0 <= r < ii ==> 0 <= c < cols ==>
          el(mat(y,rows,cols),r,c) == el(mat{Row}(y,rows,cols),r,c); */
  }
  /*@ assert all: MatSame(mat(y,rows,cols),
        normalised(mat{Pre}(x,rows,cols),vec_or_one{Pre}(gain,cols),vec_or_zero{Pre}(offset,cols),epsilon), rows,
        cols); */
  /*@ assert plain: gain == \null ==> \forall integer r; 0 <= r < rows ==>
        Same(row(mat(y,rows,cols),r), nrm(row(mat{Pre}(x,rows,cols),r), cols, epsilon), cols); */
}
