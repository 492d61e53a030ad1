/* concat(z_0i, z_1i, ...) . w_o = sum_h z_hi . w_oh, where w_oh are the d entries of w_o that meet head h */
#include "ref/teaching/value_up.h"

#include "ref/dot.h"

/* what all heads contribute to one feature of row i; w is that feature's row of W_O */
/*@ requires size: 0 <= heads <= MaxSize && 0 <= i < rows <= MaxSize && 0 < d <= MaxSize && times(heads,d) <= MaxSize &&
      times(times(heads,rows),d) <= MaxElements;
    requires valid: \valid_read(z + (0 .. times(times(heads,rows),d)-1)) && \valid_read(w + (0 .. times(heads,d)-1));
    assigns \nothing;
    ensures value: \result == sum(part(heads(z,heads,rows,d,i), vec(w,times(heads,d)), d), heads); */
static double contributions(const double *z, const double *w, int64_t i, int64_t heads, int64_t rows, int64_t d) {
  double s = 0;
  /*@ loop invariant range: 0 <= h <= heads;
      loop invariant value: s == sum(part(heads(z,heads,rows,d,i), vec(w,times(heads,d)), d), h);
      loop assigns h, s; loop variant heads - h; */
  for (int64_t h = 0; h < heads; h++) {
    //@ assert inside_w: 0 <= times(h,d) && times(h,d) + d <= times(heads,d);
    const int64_t row = ref_times(h, rows) + i;
    //@ assert row: 0 <= row < times(heads,rows);
    //@ assert ends: 0 <= row_number(h,rows,i,d,0) && row_number(h,rows,i,d,d-1) < times(times(heads,rows),d);
    //@ assert inside_z: 0 <= times(row,d) && times(row,d) + d <= times(times(heads,rows),d);
    const double *zh = z + ref_times(row, d), *wh = w + ref_times(h, d);
    //@ assert place: \forall integer c; row_number(h,rows,i,d,c) == times(row,d) + c;
    //@ assert same_z: Same(vec(zh,d), row(heads(z,heads,rows,d,i),h), d);
    //@ assert inside: \let hh = h; \forall integer j; 0 <= j < d ==> 0 <= times(hh,d) + j < times(heads,d);
    //@ assert entries: \let hh = h; \forall integer j; 0 <= j < d ==> at(vec(wh,d),j) == w[times(hh,d) + j];
    //@ assert same_w: Same(vec(wh,d), sub(vec(w,times(heads,d)),times(h,d)), d);
    const double term = ref_dot(zh, wh, d);
    //@ assert term: term == at(part(heads(z,heads,rows,d,i), vec(w,times(heads,d)), d), h);
    s = s + term;
  }
  return s;
}

void ref_value_up_sum(const double *z, const double *w, const double *b, double *y, int64_t heads, int64_t rows,
                      int64_t d, int64_t out) {
  const int64_t width = ref_times(heads, d);
  /*@ loop invariant range: 0 <= i <= rows;
      loop invariant only: OnlyOne{Pre,Here}(y,times(rows,out));
      loop invariant done: \forall integer r, c; 0 <= r < i ==> 0 <= c < out ==> el(mat(y,rows,out),r,c) ==
        at(value_up(heads{Pre}(z,heads,rows,d,r), mat{Pre}(w,out,width), vec_or_zero{Pre}(b,out), heads, d), c);
      loop assigns i, y[0 .. times(rows,out)-1]; loop variant rows - i; */
  for (int64_t i = 0; i < rows; i++)
    /*@ loop invariant range: 0 <= o <= out;
        loop invariant only: OnlyOne{Pre,Here}(y,times(rows,out));
        loop invariant done: \forall integer r, c; 0 <= r < i || (r == i && c < o) ==> 0 <= c < out ==>
          el(mat(y,rows,out),r,c) ==
          at(value_up(heads{Pre}(z,heads,rows,d,r), mat{Pre}(w,out,width), vec_or_zero{Pre}(b,out), heads, d), c);
        loop assigns o, y[0 .. times(rows,out)-1]; loop variant out - o; */
    for (int64_t o = 0; o < out; o++) {
      //@ assert inside: 0 <= times(i,out) && times(i,out) + out <= times(rows,out) <= MaxElements;
      //@ assert inside_w: 0 <= times(o,width) && times(o,width) + width <= times(out,width) <= MaxElements;
      //@ assert kept_z: \let ii = i; heads(z,heads,rows,d,ii) == heads{Pre}(z,heads,rows,d,ii);
      //@ assert kept_w: mat(w,out,width) == mat{Pre}(w,out,width);
      //@ assert row_w: vec(w + times(o,width),width) == row(mat{Pre}(w,out,width),o);
      const double s = contributions(z, w + ref_times(o, width), i, heads, rows, d);
      //@ assert sum: s == sum(part(heads{Pre}(z,heads,rows,d,i), row(mat{Pre}(w,out,width),o), d), heads);
      const double sum = b != NULL ? s + b[o] : s;
      /*@ assert entry: sum == at(value_up(heads{Pre}(z,heads,rows,d,i), mat{Pre}(w,out,width), vec_or_zero{Pre}(b,out),
            heads, d), o); */
      //@ assert before: \forall integer r, c; 0 <= r < i ==> 0 <= c < out ==> 0 <= times(r,out) + c < times(i,out);
      //@ ghost Entry: ;
      y[ref_times(i, out) + o] = sum;
      //@ assert prefix: \let n = times(i,out) + o; \forall integer t; 0 <= t < n ==> y[t] == \at(y[t],Entry);
      /*@ assert earlier: \let ii = i; \let oo = o; \forall integer r, c; 0 <= r < ii || (r == ii && c < oo) ==>
            0 <= c < out ==> el(mat(y,rows,out),r,c) == el(mat{Entry}(y,rows,out),r,c); */
    }
}
