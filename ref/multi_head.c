/* head_h = attention(x W_Qh^T, context W_Kg^T, context W_Vg^T),  y = [head_0, head_1, ...] W_O^T
   (Vaswani et al. 2017, section 3.2.2). Splitting a projection into heads is a matter of strides: head h is columns h*d .. */
#include "ref/multi_head.h"

#include "ref/concat.h"
#include "ref/heads.h"
#include "ref/linear.h"
#include "ref/value_up.h"

#include "ref/logic/joined_laws.h"
#include "ref/logic/multi_head_laws.h"

typedef struct {
  int64_t q, k, v, z, joined, row;
} part_sizes;

/* doubles of: the three projections, the heads, the joined heads, one row of weights */
/*@ requires valid: \valid_read(a);
    requires layer: GoodLayer(a,n.q_len,n.kv_len);
    assigns \nothing;
    ensures q: 0 <= \result.q <= MaxArray && \result.q == times(times(n.q_len,a->q_heads),a->d_k);
    ensures k: 0 <= \result.k <= MaxArray && \result.k == times(times(n.kv_len,a->kv_heads),a->d_k);
    ensures v: 0 <= \result.v <= MaxArray && \result.v == times(times(n.kv_len,a->kv_heads),a->d_v);
    ensures z: 0 <= \result.z <= MaxArray && \result.z == times(times(a->q_heads,n.q_len),a->d_v);
    ensures joined: 0 <= \result.joined <= MaxArray && \result.joined == times(times(n.q_len,a->q_heads),a->d_v);
    ensures row: 0 <= \result.row <= MaxSize && \result.row == n.kv_len; */
static part_sizes sizes_of(const attest_multi_head *a, ref_lengths n) {
  return (part_sizes){.q = ref_times(ref_times(n.q_len, a->q_heads), a->d_k),
                      .k = ref_times(ref_times(n.kv_len, a->kv_heads), a->d_k),
                      .v = ref_times(ref_times(n.kv_len, a->kv_heads), a->d_v),
                      .z = ref_times(ref_times(a->q_heads, n.q_len), a->d_v),
                      .joined = ref_times(ref_times(n.q_len, a->q_heads), a->d_v),
                      .row = n.kv_len};
}

int64_t ref_multi_head_doubles(const attest_multi_head *a, ref_lengths n) {
  const part_sizes s = sizes_of(a, n);
  return s.q + s.k + s.v + s.z + s.joined + s.row;
}

/*@ requires valid: \valid_read(a);
    assigns \nothing;
    ensures heads: \result.q_heads == a->q_heads && \result.kv_heads == a->kv_heads;
    ensures lengths: \result.q_len == n.q_len && \result.kv_len == n.kv_len;
    ensures columns: \result.d_k == a->d_k && \result.d_v == a->d_v; */
static ref_head_sizes heads_of(const attest_multi_head *a, ref_lengths n) {
  return (ref_head_sizes){a->q_heads, a->kv_heads, n.q_len, n.kv_len, a->d_k, a->d_v};
}

/* y = x w^T + b, b possibly NULL */
/*@ requires size: 0 <= rows <= MaxSize && 0 <= in <= MaxSize && 0 <= out <= MaxSize;
    requires valid: \valid_read(x + (0 .. times(rows,in)-1)) && ReadWeights(w,out,in,b) && \valid(y + (0 .. times(rows,out)-1));
    requires apart: \separated(y + (0 .. times(rows,out)-1), x + (0 .. times(rows,in)-1)) && ApartWeights(y,times(rows,out),w,out,in,b);
    assigns y[0 .. times(rows,out)-1];
    ensures value: MatSame(fmat(y,out), projected(fmat{Pre}(x,in),fmat{Pre}(w,in),fvec_or_zero{Pre}(b),in), rows, out); */
static void project(const double *x, const double *w, const double *b, double *y, int64_t rows, int64_t in, int64_t out) {
  const ref_matrix vx = ref_contiguous(x, in), vw = ref_contiguous(w, in);
  const ref_vector vb = {b, 1};
  //@ assert reach: Reach(rows,in) && Reach(out,in) && Reach(in,1) && Reach(out,1);
  //@ assert unit: \forall integer c; times(c,1) == c;
  //@ assert inside_x: \forall integer r, c; 0 <= r < rows ==> 0 <= c < in ==> 0 <= times(r,in) + c < times(rows,in);
  //@ assert inside_w: \forall integer o, c; 0 <= o < out ==> 0 <= c < in ==> 0 <= times(o,in) + c < times(out,in);
  //@ assert read_x: ReadMat(vx,rows,in);
  //@ assert read_w: ReadMat(vw,out,in);
  //@ assert read_b: b != \null ==> ReadVec(vb,out);
  //@ assert apart_x: SepMat(y,times(rows,out),vx,rows,in);
  //@ assert apart_w: SepMat(y,times(rows,out),vw,out,in);
  //@ assert apart_b: b != \null ==> SepVec(y,times(rows,out),vb,out);
  //@ assert same_x: MatSame(mat(vx), fmat(x,in), rows, in);
  //@ assert same_w: MatSame(mat(vw), fmat(w,in), out, in);
  //@ assert same_b: Same(optvec(vb), fvec_or_zero(b), out);
  ref_linear(vx, vw, vb, y, rows, in, out);
  //@ assert linear: Linear(fmat{Pre}(x,in), fmat{Pre}(w,in), fvec_or_zero{Pre}(b), fmat(y,out), rows, in, out);
}

void ref_heads(const attest_multi_head *a, const double *x, const double *context, ref_lengths n, int causal, double *z, double *work,
               unsigned char *vis) {
  const part_sizes s = sizes_of(a, n);
  const ref_head_sizes sizes = heads_of(a, n);
  //@ assert sizes: HeadSizes(sizes);
  //@ assert size_q: s.q == times(n.q_len,times(a->q_heads,a->d_k));
  //@ assert size_k: s.k == times(n.kv_len,times(a->kv_heads,a->d_k));
  //@ assert size_v: s.v == times(n.kv_len,times(a->kv_heads,a->d_v));
  double *q = work, *k = q + s.q, *v = k + s.k, *w = v + s.v;
  //@ assert doubles: HeadsDoubles(a,n.q_len,n.kv_len) == s.q + s.k + s.v + n.kv_len && HeadsSize(a,n.q_len) == s.z;
  //@ assert part_q: ApartLayer(q,s.q,a);
  //@ assert rows_q: \separated(q + (0 .. s.q-1), context + (0 .. times(n.kv_len,a->d_context)-1));
  //@ assert part_k: ApartLayer(k,s.k,a);
  //@ assert rows_k: \separated(k + (0 .. s.k-1), context + (0 .. times(n.kv_len,a->d_context)-1));

  //@ assert part_v: ApartLayer(v,s.v,a);
  //@ assert rows_v: \separated(v + (0 .. s.v-1), context + (0 .. times(n.kv_len,a->d_context)-1));
  //@ assert apart_qk: \separated(q + (0 .. s.q-1), k + (0 .. s.k-1));
  //@ assert apart_qv: \separated(q + (0 .. s.q-1), v + (0 .. s.v-1));
  //@ assert apart_kv: \separated(k + (0 .. s.k-1), v + (0 .. s.v-1));
  //@ assert apart_qw: \separated(q + (0 .. s.q-1), w + (0 .. n.kv_len-1));
  //@ assert apart_kw: \separated(k + (0 .. s.k-1), w + (0 .. n.kv_len-1));
  //@ assert apart_vw: \separated(v + (0 .. s.v-1), w + (0 .. n.kv_len-1));
  //@ assert writable: \valid(q + (0 .. s.q-1)) && \valid(k + (0 .. s.k-1)) && \valid(v + (0 .. s.v-1)) && \valid(w + (0 .. n.kv_len-1));
  //@ assert apart_z: \separated(z + (0 .. s.z-1), q + (0 .. s.q-1)) && \separated(z + (0 .. s.z-1), k + (0 .. s.k-1)) && \separated(z + (0 .. s.z-1), v + (0 .. s.v-1));
  project(x, a->w_q, a->b_q, q, n.q_len, a->d_model, ref_times(a->q_heads, a->d_k));
  //@ ghost Q: ;
  //@ assert memory_c: \forall integer t; 0 <= t < times(n.kv_len,a->d_context) ==> context[t] == \at(context[t],Pre);
  //@ assert memory_wk: \forall integer t; 0 <= t < times(times(a->kv_heads,a->d_k),a->d_context) ==> a->w_k[t] == \at(a->w_k[t],Pre);
  //@ assert kept_c: MatSame(fmat(context,a->d_context), fmat{Pre}(context,a->d_context), n.kv_len, a->d_context);
  //@ assert kept_wk: MatSame(fmat(a->w_k,a->d_context), fmat{Pre}(a->w_k,a->d_context), times(a->kv_heads,a->d_k), a->d_context);
  //@ assert memory_bk: a->b_k != \null ==> \forall integer t; 0 <= t < times(a->kv_heads,a->d_k) ==> a->b_k[t] == \at(a->b_k[t],Pre);
  //@ assert kept_bk: Same(fvec_or_zero(a->b_k), fvec_or_zero{Pre}(a->b_k), times(a->kv_heads,a->d_k));
  project(context, a->w_k, a->b_k, k, n.kv_len, a->d_context, ref_times(a->kv_heads, a->d_k));
  //@ ghost K: ;
  //@ assert memory_q: \forall integer t; 0 <= t < s.q ==> q[t] == \at(q[t],Q);
  //@ assert keys: MatSame(fmat(k,times(a->kv_heads,a->d_k)), Keys{Pre}(a,fmat{Pre}(context,a->d_context)), n.kv_len, times(a->kv_heads,a->d_k));
  //@ assert memory_c_too: \forall integer t; 0 <= t < times(n.kv_len,a->d_context) ==> context[t] == \at(context[t],Pre);
  //@ assert memory_wv: \forall integer t; 0 <= t < times(times(a->kv_heads,a->d_v),a->d_context) ==> a->w_v[t] == \at(a->w_v[t],Pre);
  //@ assert kept_c_too: MatSame(fmat(context,a->d_context), fmat{Pre}(context,a->d_context), n.kv_len, a->d_context);
  //@ assert kept_wv: MatSame(fmat(a->w_v,a->d_context), fmat{Pre}(a->w_v,a->d_context), times(a->kv_heads,a->d_v), a->d_context);
  //@ assert memory_bv: a->b_v != \null ==> \forall integer t; 0 <= t < times(a->kv_heads,a->d_v) ==> a->b_v[t] == \at(a->b_v[t],Pre);
  //@ assert kept_bv: Same(fvec_or_zero(a->b_v), fvec_or_zero{Pre}(a->b_v), times(a->kv_heads,a->d_v));
  project(context, a->w_v, a->b_v, v, n.kv_len, a->d_context, ref_times(a->kv_heads, a->d_v));
  //@ ghost V: ;
  //@ assert memory_q_too: \forall integer t; 0 <= t < s.q ==> q[t] == \at(q[t],Q);
  //@ assert memory_k: \forall integer t; 0 <= t < s.k ==> k[t] == \at(k[t],K);
  //@ assert kept_q: MatSame(fmat(q,times(a->q_heads,a->d_k)), fmat{Q}(q,times(a->q_heads,a->d_k)), n.q_len, times(a->q_heads,a->d_k));
  //@ assert kept_k: MatSame(fmat(k,times(a->kv_heads,a->d_k)), fmat{K}(k,times(a->kv_heads,a->d_k)), n.kv_len, times(a->kv_heads,a->d_k));
  //@ assert queries: MatSame(fmat(q,times(a->q_heads,a->d_k)), Queries{Pre}(a,fmat{Pre}(x,a->d_model)), n.q_len, times(a->q_heads,a->d_k));
  //@ assert keys_too: MatSame(fmat(k,times(a->kv_heads,a->d_k)), Keys{Pre}(a,fmat{Pre}(context,a->d_context)), n.kv_len, times(a->kv_heads,a->d_k));
  //@ assert values: MatSame(fmat(v,times(a->kv_heads,a->d_v)), Values{Pre}(a,fmat{Pre}(context,a->d_context)), n.kv_len, times(a->kv_heads,a->d_v));
  //@ assert grouped: Grouped(a->q_heads,a->kv_heads,a->q_heads / a->kv_heads);
  /*@ assert carry: \forall integer i; 0 <= i < n.q_len ==> MatSame(AttendedHeads(sizes,causal,q,k,v,i),
        LayerHeads{Pre}(a, fmat{Pre}(x,a->d_model), fmat{Pre}(context,a->d_context), n.kv_len, causal, i), a->q_heads, a->d_v); */
  ref_attend_heads(sizes, causal, q, k, v, z, w, vis);
}

void ref_multi_head(const attest_multi_head *a, const double *x, const double *context, ref_lengths n, int causal, double *y, double *work,
                    unsigned char *vis) {
  const part_sizes s = sizes_of(a, n);
  double *z = work, *joined = z + s.z;
  //@ assert size_z: s.z == times(a->q_heads,times(n.q_len,a->d_v)) && s.joined == times(n.q_len,times(a->q_heads,a->d_v));
  //@ assert doubles: LayerDoubles(a,n.q_len,n.kv_len) == s.z + s.joined + HeadsDoubles(a,n.q_len,n.kv_len) && HeadsSize(a,n.q_len) == s.z;
  //@ assert apart_rest: ApartLayer(joined + s.joined,HeadsDoubles(a,n.q_len,n.kv_len),a);
  //@ assert apart_z: ApartLayer(z,s.z,a);
  //@ assert apart_joined: ApartLayer(joined,s.joined,a);
  ref_heads(a, x, context, n, causal, z, joined + s.joined, vis);
  //@ ghost Heads: ;
  ref_concat_heads(z, joined, a->q_heads, n.q_len, a->d_v);
  //@ ghost Joined: ;
  /*@ assert rows: \forall integer i; 0 <= i < n.q_len ==> Concat(row(fmat(joined,times(a->q_heads,a->d_v)),i),
        LayerHeads{Pre}(a, fmat{Pre}(x,a->d_model), fmat{Pre}(context,a->d_context), n.kv_len, causal, i), a->q_heads, a->d_v); */
  /*@ assert joined: \forall integer i; 0 <= i < n.q_len ==> Same(row(fmat(joined,times(a->q_heads,a->d_v)),i),
        joined(LayerHeads{Pre}(a, fmat{Pre}(x,a->d_model), fmat{Pre}(context,a->d_context), n.kv_len, causal, i), a->d_v),
        times(a->q_heads,a->d_v)); */
  //@ assert memory_wo: \forall integer t; 0 <= t < times(a->d_model,times(a->q_heads,a->d_v)) ==> a->w_o[t] == \at(a->w_o[t],Pre);
  //@ assert kept_wo: MatSame(fmat(a->w_o,times(a->q_heads,a->d_v)), fmat{Pre}(a->w_o,times(a->q_heads,a->d_v)), a->d_model, times(a->q_heads,a->d_v));
  //@ assert memory_bo: a->b_o != \null ==> \forall integer t; 0 <= t < a->d_model ==> a->b_o[t] == \at(a->b_o[t],Pre);
  //@ assert kept_bo: Same(fvec_or_zero(a->b_o), fvec_or_zero{Pre}(a->b_o), a->d_model);
  /*@ assert carry: \forall integer i; 0 <= i < n.q_len ==>
        Same(lin(row(fmat(joined,times(a->q_heads,a->d_v)),i), fmat(a->w_o,times(a->q_heads,a->d_v)), fvec_or_zero(a->b_o), times(a->q_heads,a->d_v)),
        LayerRow{Pre}(a, fmat{Pre}(x,a->d_model), fmat{Pre}(context,a->d_context), n.kv_len, causal, i), a->d_model); */
  project(joined, a->w_o, a->b_o, y, n.q_len, ref_times(a->q_heads, a->d_v), a->d_model);
  /*@ assert projected: \forall integer i; 0 <= i < n.q_len ==> Same(row(fmat(y,a->d_model),i),
        lin(row(fmat{Joined}(joined,times(a->q_heads,a->d_v)),i), fmat{Joined}(a->w_o,times(a->q_heads,a->d_v)),
            fvec_or_zero{Joined}(a->b_o), times(a->q_heads,a->d_v)), a->d_model); */
}

void ref_multi_head_sum(const attest_multi_head *a, const double *x, const double *context, ref_lengths n, int causal, double *y,
                        double *work, unsigned char *vis) {
  const int64_t size = sizes_of(a, n).z;
  const ref_vector b = {a->b_o, 1};
  double *z = work;
  //@ assert size_z: size == times(a->q_heads,times(n.q_len,a->d_v));
  //@ assert doubles: LayerDoubles(a,n.q_len,n.kv_len) >= size + HeadsDoubles(a,n.q_len,n.kv_len) && HeadsSize(a,n.q_len) == size;
  //@ assert apart_all: ApartLayer(z + size,HeadsDoubles(a,n.q_len,n.kv_len),a) && ApartLayer(z,size,a);
  ref_heads(a, x, context, n, causal, z, z + size, vis);
  //@ assert memory_wo: \forall integer t; 0 <= t < times(a->d_model,times(a->q_heads,a->d_v)) ==> a->w_o[t] == \at(a->w_o[t],Pre);
  //@ assert kept_wo: MatSame(fmat(a->w_o,times(a->q_heads,a->d_v)), fmat{Pre}(a->w_o,times(a->q_heads,a->d_v)), a->d_model, times(a->q_heads,a->d_v));
  //@ assert memory_bo: a->b_o != \null ==> \forall integer t; 0 <= t < a->d_model ==> a->b_o[t] == \at(a->b_o[t],Pre);
  //@ assert kept_bo: Same(optvec(b), fvec_or_zero{Pre}(a->b_o), a->d_model);
  /*@ assert carry: \forall integer i; 0 <= i < n.q_len ==>
        Same(value_up(heads(z,n.q_len,a->d_v,i), fmat(a->w_o,times(a->q_heads,a->d_v)), optvec(b), a->q_heads, a->d_v),
        LayerRow{Pre}(a, fmat{Pre}(x,a->d_model), fmat{Pre}(context,a->d_context), n.kv_len, causal, i), a->d_model); */
  ref_value_up_sum(z, a->w_o, b, y, a->q_heads, n.q_len, a->d_v, a->d_model);
}
