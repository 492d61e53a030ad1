/* y_io = sum_c x_ic w_oc + b_o */
#include "ref/linear.h"

#include "ref/dot.h"

void ref_linear(const double *x, const double *w, const double *b, double *y, int64_t rows, int64_t in, int64_t out) {
  /*@ loop invariant range: 0 <= i <= rows;
      loop invariant only: OnlyOne{Pre,Here}(y,times(rows,out));
      loop invariant done: \forall integer r, c; 0 <= r < i ==> 0 <= c < out ==> el(mat(y,rows,out),r,c) ==
        el(projected(mat{Pre}(x,rows,in),mat{Pre}(w,out,in),vec_or_zero{Pre}(b,out)),r,c);
      loop assigns i, y[0 .. times(rows,out)-1]; loop variant rows - i; */
  for (int64_t i = 0; i < rows; i++)
    /*@ loop invariant range: 0 <= o <= out;
        loop invariant only: OnlyOne{Pre,Here}(y,times(rows,out));
        loop invariant done: \forall integer r, c; 0 <= r < i || (r == i && c < o) ==> 0 <= c < out ==>
          el(mat(y,rows,out),r,c) ==
            el(projected(mat{Pre}(x,rows,in),mat{Pre}(w,out,in),vec_or_zero{Pre}(b,out)),r,c);
        loop assigns o, y[0 .. times(rows,out)-1]; loop variant out - o; */
    for (int64_t o = 0; o < out; o++) {
      //@ assert inside: 0 <= times(i,out) && times(i,out) + out <= times(rows,out) <= MaxElements;
      //@ assert inside_x: 0 <= times(i,in) && times(i,in) + in <= times(rows,in) <= MaxElements;
      //@ assert inside_w: 0 <= times(o,in) && times(o,in) + in <= times(out,in) <= MaxElements;
      //@ assert row_x: vec(x + times(i,in),in) == row(mat{Pre}(x,rows,in),i);
      //@ assert kept_w: mat(w,out,in) == mat{Pre}(w,out,in);
      //@ assert row_w: vec(w + times(o,in),in) == row(mat{Pre}(w,out,in),o);
      const double s = ref_dot(x + ref_times(i, in), w + ref_times(o, in), in);
      const double sum = b != NULL ? s + b[o] : s;
      //@ assert entry: sum == el(projected(mat{Pre}(x,rows,in),mat{Pre}(w,out,in),vec_or_zero{Pre}(b,out)),i,o);
      y[ref_times(i, out) + o] = sum;
    }
  /*@ assert all: MatSame(mat(y,rows,out), projected(mat{Pre}(x,rows,in), mat{Pre}(w,out,in), vec_or_zero{Pre}(b,out)),
        rows, out); */
}
