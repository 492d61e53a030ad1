/* y_io = sum_c x_ic w_oc + b_o */
#include "ref/linear.h"

#include "ref/dot.h"

/*@ requires size: 0 <= in <= MaxSize && 0 <= out <= MaxSize;
    requires reach: Reach(in,x.step) && Reach(out,w.row) && Reach(in,w.col) && (b.at != \null ==> Reach(out,b.step));
    requires valid: ReadVec(x,in) && ReadMat(w,out,in) && (b.at != \null ==> ReadVec(b,out)) &&
      \valid(y + (0 .. out-1));
    requires separated: SepVec(y,out,x,in) && SepMat(y,out,w,out,in) && (b.at != \null ==> SepVec(y,out,b,out));
    assigns y[0 .. out-1];
    ensures value: \forall integer o; 0 <= o < out ==> y[o] == at(lin(vec{Pre}(x), mat{Pre}(w), optvec{Pre}(b), in), o);
      */
static void linear_row(ref_vector x, ref_matrix w, ref_vector b, double *y, int64_t in, int64_t out) {
  /*@ loop invariant range: 0 <= o <= out;
      loop invariant done: \forall integer c; 0 <= c < o ==>
        y[c] == at(lin(vec{Pre}(x), mat{Pre}(w), optvec{Pre}(b), in), c);
      loop assigns o, y[0 .. out-1];
      loop variant out - o; */
  for (int64_t o = 0; o < out; o++) {
    //@ assert kept_x: Same(vec(x), vec{Pre}(x), in);
    //@ assert kept_w: \let oo = o; \forall integer c; 0 <= c < in ==> el(mat(w),oo,c) == el(mat{Pre}(w),oo,c);
    //@ assert kept_b: at(optvec(b),o) == at(optvec{Pre}(b),o);
    //@ assert read_w: ReadRow(w,o,in);
    const ref_vector wo = ref_row(w, o);
    //@ assert valid_w: ReadVec(wo,in);
    //@ assert row_w: Same(vec(wo), row(mat{Pre}(w),o), in);
    const double s = ref_dot(x, wo, in);
    //@ assert dot: s == sum(pv(vec{Pre}(x), row(mat{Pre}(w),o)), in);
    const double t = ref_sum(s, ref_entry_or_zero(b, o));
    //@ assert entry: t == at(lin(vec{Pre}(x), mat{Pre}(w), optvec{Pre}(b), in), o);
    y[o] = t;
  }
}

void ref_linear(ref_matrix x, ref_matrix w, ref_vector b, double *y, int64_t rows, int64_t in, int64_t out) {
  /*@ loop invariant range: 0 <= i <= rows;
      loop invariant done: \forall integer r, o; 0 <= r < i ==> 0 <= o < out ==>
        el(fmat(y,out),r,o) == at(lin(row(mat{Pre}(x),r), mat{Pre}(w), optvec{Pre}(b), in), o);
      loop assigns i, y[0 .. times(rows,out)-1];
      loop variant rows - i; */
  for (int64_t i = 0; i < rows; i++) {
    //@ assert inside: 0 <= times(i,out) && times(i,out) + out <= times(rows,out) <= MaxElements;
    //@ assert kept_x: \let ii = i; \forall integer c; 0 <= c < in ==> el(mat(x),ii,c) == el(mat{Pre}(x),ii,c);
    //@ assert kept_w: MatSame(mat(w), mat{Pre}(w), out, in);
    //@ assert kept_b: Same(optvec(b), optvec{Pre}(b), out);
    //@ assert read_x: ReadRow(x,i,in);
    /*@ assert separate_x: \let ii = i; \forall integer c; 0 <= c < in ==>
          \separated(y + (0 .. times(rows,out)-1), x.at + (times(ii,x.row) + times(c,x.col))); */
    const ref_vector xi = ref_row(x, i);
    double *yi = y + ref_times(i, out);
    //@ assert valid_x: ReadVec(xi,in);
    //@ assert address_x: xi.at == x.at + times(i,x.row) && xi.step == x.col;
    //@ assert separated_x: SepVec(yi,out,xi,in);
    //@ assert separated_w: SepMat(yi,out,w,out,in);
    //@ assert separated_b: b.at != \null ==> SepVec(yi,out,b,out);
    //@ assert row_x: Same(vec(xi), row(mat{Pre}(x),i), in);
    /*@ assert carry: Same(lin(vec(xi), mat(w), optvec(b), in),
          lin(row(mat{Pre}(x),i), mat{Pre}(w), optvec{Pre}(b), in), out); */
    //@ assert before: \forall integer r, o; 0 <= r < i ==> 0 <= o < out ==> 0 <= times(r,out) + o < times(i,out);
    //@ ghost Row: ;
    linear_row(xi, w, b, yi, in, out);
    //@ assert prefix: \let n = times(i,out); \forall integer t; 0 <= t < n ==> y[t] == \at(y[t],Row);
    /*@ assert earlier: \forall integer r, o; 0 <= r < i ==> 0 <= o < out ==>
          el(fmat(y,out),r,o) == el(fmat{Row}(y,out),r,o); */
    //@ assert place: \let ii = i; \forall integer o; el(fmat(y,out),ii,o) == yi[o];
    /*@ assert row: \let ii = i; \forall integer o; 0 <= o < out ==>
          yi[o] == at(lin(row(mat{Pre}(x),ii), mat{Pre}(w), optvec{Pre}(b), in), o); */
  }
  /*@ assert all: \forall integer r, o; 0 <= r < rows ==> 0 <= o < out ==>
        el(fmat(y,out),r,o) == at(lin(row(mat{Pre}(x),r), mat{Pre}(w), optvec{Pre}(b), in), o); */
}
