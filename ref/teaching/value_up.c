/* concat(z_0i, z_1i, ...) . w_o = sum_h z_hi . w_oh, where w_oh are the d entries of w_o that meet head h */
#include "ref/teaching/value_up.h"

#include "ref/dot.h"
#include "ref/layer_heads.h"
#include "ref/logic/layer_heads_ext.h"

/* what all heads contribute to one feature of row i; w is that feature's row of W_O */
/*@ requires size: 0 <= heads <= MaxSize && 0 <= i < rows <= MaxSize && 0 <= d <= MaxSize && times(heads,d) <= MaxSize;
    requires valid: \valid_read(z + (0 .. times(heads,times(rows,d))-1)) && \valid_read(w + (0 .. times(heads,d)-1));
    assigns \nothing;
    ensures value: \result == sum(part(heads(z,rows,d,i), fvec(w), d), heads); */
static double contributions(const double *z, const double *w, int64_t i, int64_t heads, int64_t rows, int64_t d) {
  const int64_t slab = ref_times(rows, d);
  double s = 0;
  //@ assert size_z: times(heads,slab) == times(rows,times(heads,d)) && times(heads,slab) <= MaxElements;
  //@ assert inside_slab: 0 <= times(i,d) && times(i,d) + d <= slab;
  /*@ loop invariant range: 0 <= h <= heads;
      loop invariant value: s == sum(part(heads(z,rows,d,i), fvec(w), d), h);
      loop assigns h, s;
      loop variant heads - h; */
  for (int64_t h = 0; h < heads; h++) {
    //@ assert inside_w: 0 <= times(h,d) && times(h,d) + d <= times(heads,d);
    //@ assert inside_z: 0 <= times(h,slab) && times(h,slab) + slab <= times(heads,slab);
    const double *zh = z + ref_times(h, slab) + ref_times(i, d), *wh = w + ref_times(h, d);
    //@ assert same_z: Same(fvec(zh), row(heads(z,rows,d,i),h), d);
    //@ assert same_w: Same(fvec(wh), sub(fvec(w),times(h,d)), d);
    const double term = ref_dot(zh, wh, d);
    //@ assert term: term == at(part(heads(z,rows,d,i), fvec(w), d), h);
    s = s + term;
  }
  return s;
}

void ref_value_up_sum(const double *z, const double *w, const double *b, double *y, int64_t heads, int64_t rows,
                      int64_t d, int64_t out) {
  const int64_t width = ref_times(heads, d);
  //@ assert separate_z: \separated(y + (0 .. times(rows,out)-1), z + (0 .. times(heads,times(rows,d))-1));
  //@ assert separate_w: \separated(y + (0 .. times(rows,out)-1), w + (0 .. times(out,width)-1));
  //@ assert separate_b: b != \null ==> \separated(y + (0 .. times(rows,out)-1), b + (0 .. out-1));
  /*@ loop invariant range: 0 <= i <= rows;
      loop invariant done: \forall integer r, c; 0 <= r < i ==> 0 <= c < out ==> el(fmat(y,out),r,c) ==
        at(value_up(heads{Pre}(z,rows,d,r), fmat{Pre}(w,width), fvec_or_zero{Pre}(b), heads, d), c);
      loop assigns i, y[0 .. times(rows,out)-1];
      loop variant rows - i; */
  for (int64_t i = 0; i < rows; i++)
    /*@ loop invariant range: 0 <= o <= out;
        loop invariant before: \forall integer r, c; 0 <= r < i ==> 0 <= c < out ==> el(fmat(y,out),r,c) ==
          at(value_up(heads{Pre}(z,rows,d,r), fmat{Pre}(w,width), fvec_or_zero{Pre}(b), heads, d), c);
        loop invariant done: \forall integer c; 0 <= c < o ==> el(fmat(y,out),i,c) ==
          at(value_up(heads{Pre}(z,rows,d,i), fmat{Pre}(w,width), fvec_or_zero{Pre}(b), heads, d), c);
        loop assigns o, y[0 .. times(rows,out)-1];
        loop variant out - o; */
    for (int64_t o = 0; o < out; o++) {
      //@ assert inside: 0 <= times(i,out) && times(i,out) + out <= times(rows,out) <= MaxElements;
      //@ assert inside_w: 0 <= times(o,width) && times(o,width) + width <= times(out,width) <= MaxElements;
      //@ assert rows: \forall integer r, c; 0 <= r < i ==> 0 <= c < out ==> 0 <= times(r,out) + c < times(i,out);
      //@ assert memory_z: \forall integer t; 0 <= t < times(heads,times(rows,d)) ==> z[t] == \at(z[t],Pre);
      //@ assert kept_z: \let ii = i; MatSame(heads(z,rows,d,ii), heads{Pre}(z,rows,d,ii), heads, d);
      //@ assert row_w: \let oo = o; Same(fvec(w + times(oo,width)), row(fmat{Pre}(w,width),oo), width);
      const double s = contributions(z, w + ref_times(o, width), i, heads, rows, d);
      //@ assert sum: s == sum(part(heads{Pre}(z,rows,d,i), row(fmat{Pre}(w,width),o), d), heads);
      const double sum = b != NULL ? s + b[o] : s;
      /*@ assert entry: sum == at(value_up(heads{Pre}(z,rows,d,i), fmat{Pre}(w,width), fvec_or_zero{Pre}(b), heads, d),
            o); */
      //@ ghost Entry: ;
      y[ref_times(i, out) + o] = sum;
      //@ assert prefix: \let n = times(i,out) + o; \forall integer t; 0 <= t < n ==> y[t] == \at(y[t],Entry);
      /*@ assert earlier: \forall integer r, c; 0 <= r < i ==> 0 <= c < out ==>
            el(fmat(y,out),r,c) == el(fmat{Entry}(y,out),r,c); */
      /*@ assert here: \let ii = i; \let oo = o; el(fmat(y,out),ii,oo) ==
            at(value_up(heads{Pre}(z,rows,d,ii), fmat{Pre}(w,width), fvec_or_zero{Pre}(b), heads, d), oo); */
    }
}

void ref_multi_head_sum(attest_multi_head a, const double *x, const double *context, ref_lengths n, bool causal,
                        double *y, double *work, unsigned char *vis) {
  const ref_layer_sizes s = ref_sizes_of_layer(a, n);
  double *const z = work, *const rest = work + s.z;
  //@ assert part_z: PartOf(z,s.z,work,LayerDoubles(a,n.q_len,n.kv_len));
  //@ assert part_rest: PartOf(rest,HeadsDoubles(a,n.q_len,n.kv_len),work,LayerDoubles(a,n.q_len,n.kv_len));
  //@ assert layer_z: ApartLayer(z,s.z,a);
  //@ assert layer_rest: ApartLayer(rest,HeadsDoubles(a,n.q_len,n.kv_len),a);
  //@ assert apart_y: Apart(work,LayerDoubles(a,n.q_len,n.kv_len),y,times(n.q_len,a.d_model));
  //@ assert apart_z: Apart(y,times(n.q_len,a.d_model),z,s.z);
  ref_heads(a, x, context, n, causal, z, rest, vis);
  /*@ assert kept_w: MatSame(fmat(a.w_o,s.joined_columns), fmat{Pre}(a.w_o,s.joined_columns), a.d_model,
        s.joined_columns); */
  //@ assert kept_b: Same(fvec_or_zero(a.b_o), fvec_or_zero{Pre}(a.b_o), a.d_model);
  /*@ assert carry: \forall integer i; 0 <= i < n.q_len ==>
        Same(value_up(heads(z,n.q_len,a.d_v,i), fmat(a.w_o,s.joined_columns), fvec_or_zero(a.b_o), a.q_heads, a.d_v),
        LayerRow{Pre}(a, fmat{Pre}(x,a.d_model), fmat{Pre}(context,a.d_context), n.kv_len, causal, i), a.d_model); */
  ref_value_up_sum(z, a.w_o, a.b_o, y, a.q_heads, n.q_len, a.d_v, a.d_model);
}
