/* concat(z_0i, z_1i, ...) . w_o = sum_h z_hi . w_oh, where w_oh are the d entries of w_o that meet head h */
#include "ref/value_up.h"

#include "ref/dot.h"

/* what all heads contribute to one feature of row i; w is that feature's row of W_O */
/*@ requires size: 0 <= heads <= MaxSize && 0 <= i < rows <= MaxSize && 0 <= d <= MaxSize && times(heads,d) <= MaxSize;
    requires valid: \valid_read(z + (0 .. times(heads,times(rows,d))-1)) && \valid_read(w + (0 .. times(heads,d)-1));
    assigns \nothing;
    ensures value: \result == sum(part(heads(z,rows,d,i), fvec(w), d), heads); */
static double contributions(const double *z, const double *w, int64_t i, int64_t heads, int64_t rows, int64_t d) {
  const int64_t slab = ref_times(rows, d);
  double s = ref_zero();
  //@ assert exchange: times(heads,slab) == times(rows,times(heads,d));
  //@ assert size_z: times(heads,slab) <= MaxElements;
  //@ assert inside_slab: 0 <= times(i,d) && times(i,d) + d <= slab;
  /*@ loop invariant range: 0 <= h <= heads;
      loop invariant value: s == sum(part(heads(z,rows,d,i), fvec(w), d), h);
      loop assigns h, s;
      loop variant heads - h; */
  for (int64_t h = 0; h < heads; h++) {
    //@ assert inside_w: 0 <= times(h,d) && times(h,d) + d <= times(heads,d);
    //@ assert inside_z: 0 <= times(h,slab) && times(h,slab) + slab <= times(heads,slab);
    const ref_vector zh = {z + ref_times(h, slab) + ref_times(i, d), 1};
    const ref_vector wh = {w + ref_times(h, d), 1};
    //@ assert reach: Reach(d,1);
    //@ assert read_z: ReadVec(zh,d);
    //@ assert read_w: ReadVec(wh,d);
    //@ assert same_z: Same(vec(zh), row(heads(z,rows,d,i),h), d);
    //@ assert address_w: wh.at == w + times(h,d) && wh.step == 1;
    //@ assert view_w: \forall integer c; at(vec(wh),c) == wh.at[c];
    //@ assert same_w: Same(vec(wh), sub(fvec(w),times(h,d)), d);
    const double p = ref_dot(zh, wh, d);
    //@ assert dot: p == sum(pv(row(heads(z,rows,d,i),h), sub(fvec(w),times(h,d))), d);
    //@ assert term: p == at(part(heads(z,rows,d,i), fvec(w), d), h);
    s = ref_sum(s, p);
  }
  return s;
}

/*@ requires size: 0 <= heads <= MaxSize && 0 <= i < rows <= MaxSize && 0 <= d <= MaxSize && times(heads,d) <= MaxSize;
    requires size_out: 0 <= out <= MaxSize;
    requires reach: b.at != \null ==> Reach(out,b.step);
    requires valid: \valid_read(z + (0 .. times(heads,times(rows,d))-1)) &&
      \valid_read(w + (0 .. times(out,times(heads,d))-1)) &&
      (b.at != \null ==> ReadVec(b,out)) && \valid(y + (0 .. out-1));
    requires separated: \separated(y + (0 .. out-1), z + (0 .. times(heads,times(rows,d))-1)) &&
      \separated(y + (0 .. out-1), w + (0 .. times(out,times(heads,d))-1)) && (b.at != \null ==> SepVec(y,out,b,out));
    assigns y[0 .. out-1];
    ensures value: \forall integer o; 0 <= o < out ==>
      y[o] == at(value_up(heads{Pre}(z,rows,d,i), fmat{Pre}(w,times(heads,d)), optvec{Pre}(b), heads, d), o); */
static void value_up_row(const double *z, const double *w, ref_vector b, double *y, int64_t i, int64_t heads,
                         int64_t rows, int64_t d, int64_t out) {
  const int64_t width = ref_times(heads, d);
  /*@ loop invariant range: 0 <= o <= out;
      loop invariant done: \forall integer c; 0 <= c < o ==>
        y[c] == at(value_up(heads{Pre}(z,rows,d,i), fmat{Pre}(w,width), optvec{Pre}(b), heads, d), c);
      loop assigns o, y[0 .. out-1];
      loop variant out - o; */
  for (int64_t o = 0; o < out; o++) {
    //@ assert memory_z: \forall integer t; 0 <= t < times(heads,times(rows,d)) ==> z[t] == \at(z[t],Pre);
    //@ assert memory_w: \forall integer t; 0 <= t < times(out,width) ==> w[t] == \at(w[t],Pre);
    //@ assert kept_z: MatSame(heads(z,rows,d,i), heads{Pre}(z,rows,d,i), heads, d);
    //@ assert kept_w: MatSame(fmat(w,width), fmat{Pre}(w,width), out, width);
    //@ assert kept_b: at(optvec(b),o) == at(optvec{Pre}(b),o);
    //@ assert inside_w: 0 <= times(o,width) && times(o,width) + width <= times(out,width) <= MaxElements;
    const double *wo = w + ref_times(o, width);
    //@ assert address_w: \let oo = o; \forall integer c; el(fmat(w,width),oo,c) == wo[c];
    //@ assert row_w: Same(fvec(wo), row(fmat{Pre}(w,width),o), width);
    const double s = contributions(z, wo, i, heads, rows, d);
    //@ assert sum: s == sum(part(heads{Pre}(z,rows,d,i), row(fmat{Pre}(w,width),o), d), heads);
    const double t = ref_sum(s, ref_entry_or_zero(b, o));
    //@ assert entry: t == at(value_up(heads{Pre}(z,rows,d,i), fmat{Pre}(w,width), optvec{Pre}(b), heads, d), o);
    y[o] = t;
  }
}

void ref_value_up_sum(const double *z, const double *w, ref_vector b, double *y, int64_t heads, int64_t rows, int64_t d,
                      int64_t out) {
  /*@ loop invariant range: 0 <= i <= rows;
      loop invariant done: \forall integer r, o; 0 <= r < i ==> 0 <= o < out ==> el(fmat(y,out),r,o) ==
        at(value_up(heads{Pre}(z,rows,d,r), fmat{Pre}(w,times(heads,d)), optvec{Pre}(b), heads, d), o);
      loop assigns i, y[0 .. times(rows,out)-1];
      loop variant rows - i; */
  for (int64_t i = 0; i < rows; i++) {
    //@ assert inside: 0 <= times(i,out) && times(i,out) + out <= times(rows,out) <= MaxElements;
    double *yi = y + ref_times(i, out);
    //@ assert separated_b: b.at != \null ==> SepVec(yi,out,b,out);
    //@ assert memory_z: \forall integer t; 0 <= t < times(heads,times(rows,d)) ==> z[t] == \at(z[t],Pre);
    //@ assert memory_w: \forall integer t; 0 <= t < times(out,times(heads,d)) ==> w[t] == \at(w[t],Pre);
    //@ assert kept_z: MatSame(heads(z,rows,d,i), heads{Pre}(z,rows,d,i), heads, d);
    //@ assert kept_w: MatSame(fmat(w,times(heads,d)), fmat{Pre}(w,times(heads,d)), out, times(heads,d));
    //@ assert kept_b: Same(optvec(b), optvec{Pre}(b), out);
    /*@ assert carry: Same(value_up(heads(z,rows,d,i), fmat(w,times(heads,d)), optvec(b), heads, d),
          value_up(heads{Pre}(z,rows,d,i), fmat{Pre}(w,times(heads,d)), optvec{Pre}(b), heads, d), out); */
    /*@ assert before: \let n = times(i,out); \forall integer r, o; 0 <= r < i ==> 0 <= o < out ==>
          0 <= times(r,out) + o < n; */
    //@ ghost Row: ;
    value_up_row(z, w, b, yi, i, heads, rows, d, out);
    //@ assert prefix: \let n = times(i,out); \forall integer t; 0 <= t < n ==> y[t] == \at(y[t],Row);
    /*@ assert earlier: \forall integer r, o; 0 <= r < i ==> 0 <= o < out ==>
          el(fmat(y,out),r,o) == el(fmat{Row}(y,out),r,o); */
    //@ assert place: \let ii = i; \forall integer o; el(fmat(y,out),ii,o) == yi[o];
    /*@ assert row: \let ii = i; \forall integer o; 0 <= o < out ==>
          yi[o] == at(value_up(heads{Pre}(z,rows,d,ii), fmat{Pre}(w,times(heads,d)), optvec{Pre}(b), heads, d), o); */
  }
  /*@ assert all: \forall integer r, o; 0 <= r < rows ==> 0 <= o < out ==> el(fmat(y,out),r,o) ==
        at(value_up(heads{Pre}(z,rows,d,r), fmat{Pre}(w,times(heads,d)), optvec{Pre}(b), heads, d), o); */
}
