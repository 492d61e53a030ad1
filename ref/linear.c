/* y_io = sum_c x_ic w_oc + b_o */
#include "ref/linear.h"

#include "ref/dot.h"

void ref_linear(const double *x, const double *w, const double *b, double *y, int64_t rows, int64_t in, int64_t out) {
  /*@ loop invariant range: 0 <= i <= rows;
      loop invariant done: \forall integer r, c; 0 <= r < i ==> 0 <= c < out ==>
        el(fmat(y,out),r,c) == el(projected(fmat{Pre}(x,in),fmat{Pre}(w,in),fvec_or_zero{Pre}(b),in),r,c);
      loop assigns i, y[0 .. times(rows,out)-1];
      loop variant rows - i; */
  for (int64_t i = 0; i < rows; i++)
    /*@ loop invariant range: 0 <= o <= out;
        loop invariant before: \forall integer r, c; 0 <= r < i ==> 0 <= c < out ==>
          el(fmat(y,out),r,c) == el(projected(fmat{Pre}(x,in),fmat{Pre}(w,in),fvec_or_zero{Pre}(b),in),r,c);
        loop invariant done: \forall integer c; 0 <= c < o ==>
          el(fmat(y,out),i,c) == el(projected(fmat{Pre}(x,in),fmat{Pre}(w,in),fvec_or_zero{Pre}(b),in),i,c);
        loop assigns o, y[0 .. times(rows,out)-1];
        loop variant out - o; */
    for (int64_t o = 0; o < out; o++) {
      //@ assert inside: 0 <= times(i,out) && times(i,out) + out <= times(rows,out) <= MaxElements;
      //@ assert inside_x: 0 <= times(i,in) && times(i,in) + in <= times(rows,in) <= MaxElements;
      //@ assert inside_w: 0 <= times(o,in) && times(o,in) + in <= times(out,in) <= MaxElements;
      //@ assert separate_x: \separated(y + (0 .. times(rows,out)-1), x + (0 .. times(rows,in)-1));
      //@ assert separate_w: \separated(y + (0 .. times(rows,out)-1), w + (0 .. times(out,in)-1));
      //@ assert separate_b: b != \null ==> \separated(y + (0 .. times(rows,out)-1), b + (0 .. out-1));
      //@ assert row_x: \let ii = i; Same(fvec(x + times(ii,in)), row(fmat{Pre}(x,in),ii), in);
      //@ assert row_w: \let oo = o; Same(fvec(w + times(oo,in)), row(fmat{Pre}(w,in),oo), in);
      const double s = ref_dot(x + ref_times(i, in), w + ref_times(o, in), in);
      //@ assert dot: s == sum(pv(row(fmat{Pre}(x,in),i), row(fmat{Pre}(w,in),o)), in);
      const double sum = b != NULL ? s + b[o] : s;
      //@ assert entry: sum == el(projected(fmat{Pre}(x,in),fmat{Pre}(w,in),fvec_or_zero{Pre}(b),in),i,o);
      //@ assert rows: \forall integer r, c; 0 <= r < i ==> 0 <= c < out ==> 0 <= times(r,out) + c < times(i,out);
      //@ ghost Entry: ;
      y[ref_times(i, out) + o] = sum;
      //@ assert prefix: \let n = times(i,out); \forall integer t; 0 <= t < n ==> y[t] == \at(y[t],Entry);
      /*@ assert earlier: \forall integer r, c; 0 <= r < i ==> 0 <= c < out ==>
            el(fmat(y,out),r,c) == el(fmat{Entry}(y,out),r,c); */
    }
  /*@ assert kept: \forall double *p, integer n, t; Apart(y,times(rows,out),p,n) ==> 0 <= t < n ==> p[t] ==
        \at(p[t],Pre); */
}
