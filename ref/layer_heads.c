/* Q = x W_Q^T + b_Q, K = context W_K^T + b_K, V = context W_V^T + b_V, then attention in every head. Splitting a
   projection into heads is a matter of strides: head h is columns h*d .. */
#include "ref/layer_heads.h"

#include "ref/linear.h"
#include "ref/problem.h"

#include "ref/logic/attention_value_laws.h"
#include "ref/logic/layer_heads_ext.h"
#include "ref/logic/layers_fit.h"
#include "ref/logic/multi_head_laws.h"

/* parts of the workspace: the three projections, a row of weights */
typedef struct {
  double *q, *k, *v, *w;
} head_parts;

/*@ requires sizes: 0 <= s.q <= MaxArray && 0 <= s.k <= MaxArray && 0 <= s.v <= MaxArray && 0 <= s.row <= MaxSize;
    requires valid: \valid(work + (0 .. s.q + s.k + s.v + s.row-1));
    assigns \nothing;
    ensures places: \result.q == work && \result.k == work + s.q && \result.v == work + (s.q + s.k) &&
      \result.w == work + (s.q + s.k + s.v);
    ensures valid_q: \valid(\result.q + (0 .. s.q-1));
    ensures valid_k: \valid(\result.k + (0 .. s.k-1));
    ensures valid_v: \valid(\result.v + (0 .. s.v-1));
    ensures valid_w: \valid(\result.w + (0 .. s.row-1));
    ensures part_q: PartOf(\result.q,s.q,work,s.q + s.k + s.v + s.row);
    ensures part_k: PartOf(\result.k,s.k,work,s.q + s.k + s.v + s.row);
    ensures part_v: PartOf(\result.v,s.v,work,s.q + s.k + s.v + s.row);
    ensures part_w: PartOf(\result.w,s.row,work,s.q + s.k + s.v + s.row);
    ensures apart_k: Apart(\result.k,s.k,\result.q,s.q);
    ensures apart_v: Apart(\result.v,s.v,\result.q,s.q) && Apart(\result.v,s.v,\result.k,s.k);
    ensures apart_w: Apart(\result.w,s.row,\result.q,s.q) && Apart(\result.w,s.row,\result.k,s.k) &&
      Apart(\result.w,s.row,\result.v,s.v); */
static head_parts head_parts_of(double *work, ref_layer_sizes s) {
  return (head_parts){work, work + s.q, work + s.q + s.k, work + s.q + s.k + s.v};
}

/* The projections of x to queries, and of the context to keys and values, all heads side by side. */
/*@ requires layer: ReadLayer(a) && GoodLayer(a,n.q_len,n.kv_len);
    requires readable: \valid_read(x + (0 .. times(n.q_len,a.d_model)-1)) &&
      \valid_read(context + (0 .. times(n.kv_len,a.d_context)-1));
    requires valid_q: \valid(q + (0 .. times(n.q_len,times(a.q_heads,a.d_k))-1));
    requires valid_k: \valid(k + (0 .. times(n.kv_len,times(a.kv_heads,a.d_k))-1));
    requires valid_v: \valid(v + (0 .. times(n.kv_len,times(a.kv_heads,a.d_v))-1));
    requires apart_k: Apart(k,times(n.kv_len,times(a.kv_heads,a.d_k)), q,times(n.q_len,times(a.q_heads,a.d_k)));
    requires apart_v: Apart(v,times(n.kv_len,times(a.kv_heads,a.d_v)), q,times(n.q_len,times(a.q_heads,a.d_k))) &&
      Apart(v,times(n.kv_len,times(a.kv_heads,a.d_v)), k,times(n.kv_len,times(a.kv_heads,a.d_k)));
    requires layer_q: ApartLayer(q,times(n.q_len,times(a.q_heads,a.d_k)),a);
    requires layer_k: ApartLayer(k,times(n.kv_len,times(a.kv_heads,a.d_k)),a);
    requires layer_v: ApartLayer(v,times(n.kv_len,times(a.kv_heads,a.d_v)),a);
    requires rows_q: Apart(q,times(n.q_len,times(a.q_heads,a.d_k)), x,times(n.q_len,a.d_model)) &&
      Apart(q,times(n.q_len,times(a.q_heads,a.d_k)), context,times(n.kv_len,a.d_context));
    requires rows_k: Apart(k,times(n.kv_len,times(a.kv_heads,a.d_k)), context,times(n.kv_len,a.d_context));
    requires rows_v: Apart(v,times(n.kv_len,times(a.kv_heads,a.d_v)), context,times(n.kv_len,a.d_context));
    assigns q[0 .. times(n.q_len,times(a.q_heads,a.d_k))-1], k[0 .. times(n.kv_len,times(a.kv_heads,a.d_k))-1],
      v[0 .. times(n.kv_len,times(a.kv_heads,a.d_v))-1];
    ensures queries: MatSame(fmat(q,times(a.q_heads,a.d_k)), Queries{Pre}(a,fmat{Pre}(x,a.d_model)), n.q_len,
      times(a.q_heads,a.d_k));
    ensures keys: MatSame(fmat(k,times(a.kv_heads,a.d_k)), Keys{Pre}(a,fmat{Pre}(context,a.d_context)), n.kv_len,
      times(a.kv_heads,a.d_k));
    ensures values: MatSame(fmat(v,times(a.kv_heads,a.d_v)), Values{Pre}(a,fmat{Pre}(context,a.d_context)), n.kv_len,
      times(a.kv_heads,a.d_v)); */
static void project_all(attest_multi_head a, const double *x, const double *context, ref_lengths n, double *q,
                        double *k, double *v) {
  const ref_layer_sizes s = ref_sizes_of_layer(a, n);
  ref_linear(x, a.w_q, a.b_q, q, n.q_len, a.d_model, s.q_columns);
  //@ ghost Q: ;
  //@ assert kept_c: MatSame(fmat(context,a.d_context), fmat{Pre}(context,a.d_context), n.kv_len, a.d_context);
  //@ assert kept_wk: MatSame(fmat(a.w_k,a.d_context), fmat{Pre}(a.w_k,a.d_context), s.k_columns, a.d_context);
  //@ assert kept_bk: Same(fvec_or_zero(a.b_k), fvec_or_zero{Pre}(a.b_k), s.k_columns);
  //@ assert kept_wv: MatSame(fmat(a.w_v,a.d_context), fmat{Pre}(a.w_v,a.d_context), s.v_columns, a.d_context);
  //@ assert kept_bv: Same(fvec_or_zero(a.b_v), fvec_or_zero{Pre}(a.b_v), s.v_columns);
  /*@ assert carry_k: MatSame(projected(fmat(context,a.d_context),fmat(a.w_k,a.d_context),fvec_or_zero(a.b_k),
        a.d_context),
        Keys{Pre}(a,fmat{Pre}(context,a.d_context)), n.kv_len, s.k_columns); */
  /*@ assert carry_v: MatSame(projected(fmat(context,a.d_context),fmat(a.w_v,a.d_context),fvec_or_zero(a.b_v),
        a.d_context),
        Values{Pre}(a,fmat{Pre}(context,a.d_context)), n.kv_len, s.v_columns); */
  ref_linear(context, a.w_k, a.b_k, k, n.kv_len, a.d_context, s.k_columns);
  //@ ghost K: ;
  //@ assert kept_q: MatSame(fmat(q,s.q_columns), fmat{Q}(q,s.q_columns), n.q_len, s.q_columns);
  //@ assert kept_ck: MatSame(fmat(context,a.d_context), fmat{Q}(context,a.d_context), n.kv_len, a.d_context);
  //@ assert kept_wvk: MatSame(fmat(a.w_v,a.d_context), fmat{Q}(a.w_v,a.d_context), s.v_columns, a.d_context);
  //@ assert kept_bvk: Same(fvec_or_zero(a.b_v), fvec_or_zero{Q}(a.b_v), s.v_columns);
  /*@ assert carry_vk: MatSame(projected(fmat(context,a.d_context),fmat(a.w_v,a.d_context),fvec_or_zero(a.b_v),
        a.d_context),
        projected(fmat{Q}(context,a.d_context),fmat{Q}(a.w_v,a.d_context),fvec_or_zero{Q}(a.b_v),a.d_context),
          n.kv_len, s.v_columns); */
  ref_linear(context, a.w_v, a.b_v, v, n.kv_len, a.d_context, s.v_columns);
  //@ assert kept_qv: MatSame(fmat(q,s.q_columns), fmat{K}(q,s.q_columns), n.q_len, s.q_columns);
  //@ assert kept_kv: MatSame(fmat(k,s.k_columns), fmat{K}(k,s.k_columns), n.kv_len, s.k_columns);
}

/* The heads of d columns that stand side by side in a projection of rows x (heads*d). */
/*@ requires sizes: 0 < heads && 0 < d && 0 <= rows <= MaxSize && times(heads,d) <= MaxSize;
    requires fits: times(rows,times(heads,d)) <= MaxElements;
    requires readable: \valid_read(p + (0 .. times(rows,times(heads,d))-1));
    assigns \nothing;
    ensures operand: TensorInRange(\result) && \result.dtype == ATTEST_F64 && \result.data == p;
    ensures sizes: SizesAre(\result,1,heads,rows,d);
    ensures there: p == \null ==> rows == 0;
    ensures readable: \forall integer h, i; 0 <= h < heads ==> 0 <= i < rows ==> ReadRow(\result,0,h,i);
    ensures apart: \forall double *a, integer m; Apart(a,m,p,times(rows,times(heads,d))) ==> ApartTensor(a,m,\result);
    ensures value: \forall integer h; 0 <= h < heads ==>
      MatSame(tmat(\result,0,h), columns(fmat(p,times(heads,d)),times(h,d)), rows, d); */
static attest_tensor heads_of(const double *p, int64_t heads, int64_t rows, int64_t d) {
  const attest_tensor t = {
      .data = p, .dtype = ATTEST_F64, .size = {1, heads, rows, d}, .stride = {0, d, ref_times(heads, d), 1}};
  /*@ assert place: \forall integer h, i, c; 0 <= h < heads ==> 0 <= i < rows ==> 0 <= c < d ==>
        Spot(t,0,h,i,c) == times(i,times(heads,d)) + (times(h,d) + c) &&
        0 <= Spot(t,0,h,i,c) < times(rows,times(heads,d)); */
  /*@ assert inside: \forall integer b, h, i, c; 0 <= b < 1 ==> 0 <= h < heads ==> 0 <= i < rows ==> 0 <= c < d ==>
        0 <= spot(b,h,i,c,0,d,times(heads,d),1) < times(rows,times(heads,d)); */
  /*@ assert off: \forall double *a, integer m; Apart(a,m,p,times(rows,times(heads,d))) ==>
        Off(a,m,(double *)t.data,ATTEST_F64,0,d,times(heads,d),1,1,heads,rows,d); */
  return t;
}

/* Attention in every head. */
/*@ requires layer: GoodLayer(a,n.q_len,n.kv_len);
    requires readable: \valid_read(p.q + (0 .. times(n.q_len,times(a.q_heads,a.d_k))-1)) &&
      \valid_read(p.k + (0 .. times(n.kv_len,times(a.kv_heads,a.d_k))-1)) &&
      \valid_read(p.v + (0 .. times(n.kv_len,times(a.kv_heads,a.d_v))-1));
    requires writable: \valid(z + (0 .. HeadsSize(a,n.q_len)-1)) && \valid(p.w + (0 .. n.kv_len-1)) &&
      \valid(vis + (0 .. n.kv_len-1));
    requires apart: \separated(z + (0 .. HeadsSize(a,n.q_len)-1), p.w + (0 .. n.kv_len-1), vis + (0 .. n.kv_len-1));
    requires apart_z: Apart(z,HeadsSize(a,n.q_len), p.q,times(n.q_len,times(a.q_heads,a.d_k))) &&
      Apart(z,HeadsSize(a,n.q_len), p.k,times(n.kv_len,times(a.kv_heads,a.d_k))) &&
      Apart(z,HeadsSize(a,n.q_len), p.v,times(n.kv_len,times(a.kv_heads,a.d_v)));
    requires apart_w: Apart(p.w,n.kv_len, p.q,times(n.q_len,times(a.q_heads,a.d_k))) &&
      Apart(p.w,n.kv_len, p.k,times(n.kv_len,times(a.kv_heads,a.d_k))) &&
      Apart(p.w,n.kv_len, p.v,times(n.kv_len,times(a.kv_heads,a.d_v)));
    assigns z[0 .. HeadsSize(a,n.q_len)-1], p.w[0 .. n.kv_len-1], vis[0 .. n.kv_len-1];
    ensures value: \forall integer i; 0 <= i < n.q_len ==> MatSame(heads(z,n.q_len,a.d_v,i),
      attended(fmat{Pre}(p.q,times(a.q_heads,a.d_k)), fmat{Pre}(p.k,times(a.kv_heads,a.d_k)),
        fmat{Pre}(p.v,times(a.kv_heads,a.d_v)),
               a.q_heads / a.kv_heads, a.d_k, a.d_v, n.kv_len, causal, i), a.q_heads, a.d_v); */
static void attend(attest_multi_head a, ref_lengths n, bool causal, head_parts p, double *z, unsigned char *vis) {
  const attest_problem heads = {.q = heads_of(p.q, a.q_heads, n.q_len, a.d_k),
                                .k = heads_of(p.k, a.kv_heads, n.kv_len, a.d_k),
                                .v = heads_of(p.v, a.kv_heads, n.kv_len, a.d_v),
                                .alignment = causal ? ATTEST_ALIGN_TOP_LEFT : ATTEST_ALIGN_NONE,
                                .causal = causal};
  //@ assert operands: Operand(heads.q) && Operand(heads.k) && Operand(heads.v);
  //@ assert sizes: GoodSizes(heads);
  //@ assert count: CountableOutputs(heads);
  //@ assert good: GoodProblem(heads);
  /*@ assert lasting: \forall integer h, i; IsQuery(heads,0,h,i) ==> ReadRow(heads.q,0,h,i) && 0 <= KvHead(heads,h) <
        a.kv_heads; */
  /*@ assert keys: \forall integer h, j; 0 <= h < a.q_heads ==> 0 <= j < n.kv_len ==>
        ReadRow(heads.k,0,KvHead(heads,h),j) && ReadRow(heads.v,0,KvHead(heads,h),j); */
  //@ assert readable: \forall integer b, h, i; IsQuery(heads,b,h,i) ==> ReadQuery(heads,b,h,i);
  //@ assert scale: Scale(heads) == default_scale(a.d_k);
  //@ assert seen: \forall integer h, i; SameKeys(visible(heads,0,h,i), keys_seen(causal,i), n.kv_len);
  //@ assert bias: Same(all(RZ), all(RZ), n.kv_len);
  /*@ assert query: \forall integer h, i; 0 <= h < a.q_heads ==> 0 <= i < n.q_len ==> Same(row(tmat(heads.q,0,h),i),
        row(columns(fmat(p.q,times(a.q_heads,a.d_k)),times(h,a.d_k)),i), a.d_k); */
  //@ assert group: \forall integer h; KvHead(heads,h) == group_of(h,a.q_heads / a.kv_heads);
  /*@ assert carry: \forall integer h, i, c, real y; IsQuery(heads,0,h,i) ==> 0 <= c < a.d_v ==>
        Output(heads,0,h,i,c,y) ==> y == el(attended(fmat(p.q,times(a.q_heads,a.d_k)),
          fmat(p.k,times(a.kv_heads,a.d_k)),
          fmat(p.v,times(a.kv_heads,a.d_v)), a.q_heads / a.kv_heads, a.d_k, a.d_v, n.kv_len, causal, i),h,c); */
  ref_attention(heads, z, NULL, NULL, p.w, vis);
  /*@ assert place: \forall integer h, i, c; 0 <= h ==> 0 <= i ==>
        el(heads(z,n.q_len,a.d_v,i),h,c) == el(fmat(z,a.d_v),RowNumber(heads,0,h,i),c); */
  /*@ assert answers: \forall integer h, i, c; IsQuery(heads,0,h,i) ==> 0 <= c < a.d_v ==>
        Output{Pre}(heads,0,h,i,c,el(heads(z,n.q_len,a.d_v,i),h,c)); */
}

void ref_heads(attest_multi_head a, const double *x, const double *context, ref_lengths n, bool causal, double *z,
               double *work, unsigned char *vis) {
  const ref_layer_sizes s = ref_sizes_of_layer(a, n);
  const head_parts p = head_parts_of(work, s);
  //@ assert layer_q: ApartLayer(p.q,s.q,a);
  //@ assert layer_k: ApartLayer(p.k,s.k,a);
  //@ assert layer_v: ApartLayer(p.v,s.v,a);
  //@ assert apart_z: Apart(work,HeadsDoubles(a,n.q_len,n.kv_len),z,s.z);
  /*@ assert parts: \forall double *r, integer m; Apart(work,HeadsDoubles(a,n.q_len,n.kv_len),r,m) ==>
        Apart(p.q,s.q,r,m) && Apart(p.k,s.k,r,m) && Apart(p.v,s.v,r,m) && Apart(p.w,s.row,r,m); */
  project_all(a, x, context, n, p.q, p.k, p.v);
  /*@ assert entries: \forall double *x; \separated(p.q + (0 .. s.q-1), x) ==> \separated(p.k + (0 .. s.k-1), x) ==>
        \separated(p.v + (0 .. s.v-1), x) ==> *x == \at(*x,Pre); */
  /*@ assert kept_first: \forall double *r, integer m, t; Apart(work,HeadsDoubles(a,n.q_len,n.kv_len),r,m) ==>
        0 <= t < m ==> r[t] == \at(r[t],Pre); */
  //@ ghost Projected: ;
  /*@ assert carry: \forall integer i; 0 <= i < n.q_len ==> MatSame(
        attended(fmat(p.q,times(a.q_heads,a.d_k)), fmat(p.k,times(a.kv_heads,a.d_k)),
          fmat(p.v,times(a.kv_heads,a.d_v)),
                 a.q_heads / a.kv_heads, a.d_k, a.d_v, n.kv_len, causal, i),
        LayerHeads{Pre}(a, fmat{Pre}(x,a.d_model), fmat{Pre}(context,a.d_context), n.kv_len, causal, i), a.q_heads,
          a.d_v); */
  attend(a, n, causal, p, z, vis);
  /*@ assert more_entries: \forall double *x; \separated(x,z + (0 .. HeadsSize(a,n.q_len)-1)) ==>
        \separated(x,p.w + (0 .. s.row-1)) ==> *x == \at(*x,Projected); */
  /*@ assert kept_second: \forall double *r, integer m, t; Apart(z,HeadsSize(a,n.q_len),r,m) ==>
        Apart(p.w,s.row,r,m) ==> 0 <= t < m ==> r[t] == \at(r[t],Projected); */
  /*@ assert kept: \forall double *r, integer m, t; Apart(z,HeadsSize(a,n.q_len),r,m) ==>
        Apart(work,HeadsDoubles(a,n.q_len,n.kv_len),r,m) ==> 0 <= t < m ==> r[t] == \at(r[t],Pre); */
}
