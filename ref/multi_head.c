/* head_h = attention(x W_Qh^T, context W_Kg^T, context W_Vg^T),  y = [head_0, head_1, ...] W_O^T
   (Vaswani et al. 2017, section 3.2.2) */
#include "ref/multi_head.h"

#include "ref/concat.h"
#include "ref/layer_heads.h"
#include "ref/project.h"
#include "ref/value_up.h"

#include "ref/logic/layer_heads_ext.h"

int64_t ref_multi_head_doubles(const attest_multi_head *a, ref_lengths n) {
  const ref_layer_sizes s = ref_sizes_of_layer(a, n);
  return s.q + s.k + s.v + s.z + s.joined + s.row;
}

/* parts of the workspace: the heads, the joined heads, what ref_heads needs */
typedef struct {
  double *z, *joined, *rest;
} layer_parts;

/*@ requires sizes: 0 <= s.z <= MaxArray && 0 <= s.joined <= MaxArray && 0 <= s.q + s.k + s.v + s.row <= 4 * MaxArray;
    requires valid: \valid(work + (0 .. s.z + s.joined + s.q + s.k + s.v + s.row-1));
    assigns \nothing;
    ensures places: \result.z == work && \result.joined == work + s.z && \result.rest == work + (s.z + s.joined);
    ensures valid_z: \valid(\result.z + (0 .. s.z-1));
    ensures valid_joined: \valid(\result.joined + (0 .. s.joined-1));
    ensures valid_rest: \valid(\result.rest + (0 .. s.q + s.k + s.v + s.row-1));
    ensures part_z: PartOf(\result.z,s.z,work,s.z + s.joined + s.q + s.k + s.v + s.row);
    ensures part_joined: PartOf(\result.joined,s.joined,work,s.z + s.joined + s.q + s.k + s.v + s.row);
    ensures part_rest: PartOf(\result.rest,s.q + s.k + s.v + s.row,work,s.z + s.joined + s.q + s.k + s.v + s.row);
    ensures apart_z: Apart(\result.z,s.z,\result.rest,s.q + s.k + s.v + s.row);
    ensures apart_joined: Apart(\result.joined,s.joined,\result.z,s.z); */
static layer_parts parts_of(double *work, ref_layer_sizes s) {
  return (layer_parts){work, work + s.z, work + s.z + s.joined};
}

/* ref_heads, saying that the weights to come stay what they were */
/*@ requires layer: ReadLayer(a) && GoodLayer(a,n.q_len,n.kv_len);
    requires readable: \valid_read(x + (0 .. times(n.q_len,a->d_model)-1)) &&
      \valid_read(context + (0 .. times(n.kv_len,a->d_context)-1));
    requires writable: \valid(z + (0 .. HeadsSize(a,n.q_len)-1)) &&
      \valid(work + (0 .. HeadsDoubles(a,n.q_len,n.kv_len)-1)) &&
      \valid(vis + (0 .. n.kv_len-1));
    requires apart: \separated(z + (0 .. HeadsSize(a,n.q_len)-1), work + (0 .. HeadsDoubles(a,n.q_len,n.kv_len)-1),
      vis + (0 .. n.kv_len-1));
    requires layer_work: ApartLayer(work,HeadsDoubles(a,n.q_len,n.kv_len),a);
    requires layer_z: ApartLayer(z,HeadsSize(a,n.q_len),a);
    requires apart_rows: Apart(work,HeadsDoubles(a,n.q_len,n.kv_len), x,times(n.q_len,a->d_model)) &&
      Apart(work,HeadsDoubles(a,n.q_len,n.kv_len), context,times(n.kv_len,a->d_context));
    assigns z[0 .. HeadsSize(a,n.q_len)-1], work[0 .. HeadsDoubles(a,n.q_len,n.kv_len)-1], vis[0 .. n.kv_len-1];
    ensures kept_w: MatSame(fmat(a->w_o,times(a->q_heads,a->d_v)), fmat{Pre}(a->w_o,times(a->q_heads,a->d_v)),
      a->d_model,
      times(a->q_heads,a->d_v));
    ensures kept_b: Same(fvec_or_zero(a->b_o), fvec_or_zero{Pre}(a->b_o), a->d_model);
    ensures value: \forall integer i; 0 <= i < n.q_len ==> MatSame(heads(z,n.q_len,a->d_v,i),
      LayerHeads{Pre}(a, fmat{Pre}(x,a->d_model), fmat{Pre}(context,a->d_context), n.kv_len, causal, i), a->q_heads,
        a->d_v); */
static void first_heads(const attest_multi_head *a, const double *x, const double *context, ref_lengths n, int causal,
                        double *z, double *work, unsigned char *vis) {
  ref_heads(a, x, context, n, causal, z, work, vis);
  /*@ assert kept: \forall double *p, integer m, t; Apart(z,HeadsSize(a,n.q_len),p,m) ==>
        Apart(work,HeadsDoubles(a,n.q_len,n.kv_len),p,m) ==> 0 <= t < m ==> p[t] == \at(p[t],Pre); */
  /*@ assert memory_w: \forall integer t; 0 <= t < times(a->d_model,times(a->q_heads,a->d_v)) ==>
        a->w_o[t] == \at(a->w_o[t],Pre); */
  //@ assert memory_b: a->b_o != \null ==> \forall integer t; 0 <= t < a->d_model ==> a->b_o[t] == \at(a->b_o[t],Pre);
}

/* u = the heads of ref_heads side by side, rows of q_heads*d_v, likewise */
/*@ requires size: 0 <= heads <= MaxSize && 0 <= rows <= MaxSize && 0 <= d <= MaxSize && times(heads,d) <= MaxSize;
    requires valid: \valid_read(z + (0 .. times(heads,times(rows,d))-1)) &&
      \valid(u + (0 .. times(rows,times(heads,d))-1));
    requires apart: Apart(u,times(rows,times(heads,d)), z,times(heads,times(rows,d)));
    assigns u[0 .. times(rows,times(heads,d))-1];
    ensures kept_rows: KeptRows{Pre,Post}(u,times(rows,times(heads,d)));
    ensures kept_vector: KeptVector{Pre,Post}(u,times(rows,times(heads,d)));
    ensures value: \forall integer i; 0 <= i < rows ==>
      Concat(row(fmat(u,times(heads,d)),i), heads{Pre}(z,rows,d,i), heads, d); */
static void join(const double *z, double *u, int64_t heads, int64_t rows, int64_t d) {
  //@ assert separate: \separated(u + (0 .. times(rows,times(heads,d))-1), z + (0 .. times(heads,times(rows,d))-1));
  ref_concat_heads(z, u, heads, rows, d);
  /*@ assert kept: \forall double *p, integer n, t; Apart(u,times(rows,times(heads,d)),p,n) ==> 0 <= t < n ==>
        p[t] == \at(p[t],Pre); */
}

void ref_multi_head(const attest_multi_head *a, const double *x, const double *context, ref_lengths n, int causal,
                    double *y, double *work, unsigned char *vis) {
  const ref_layer_sizes s = ref_sizes_of_layer(a, n);
  const layer_parts p = parts_of(work, s);
  //@ assert layer_z: ApartLayer(p.z,s.z,a);
  //@ assert layer_joined: ApartLayer(p.joined,s.joined,a);
  //@ assert layer_rest: ApartLayer(p.rest,HeadsDoubles(a,n.q_len,n.kv_len),a);
  //@ assert apart_y: Apart(work,LayerDoubles(a,n.q_len,n.kv_len),y,times(n.q_len,a->d_model));
  first_heads(a, x, context, n, causal, p.z, p.rest, vis);
  //@ ghost Heads: ;
  join(p.z, p.joined, a->q_heads, n.q_len, a->d_v);
  /*@ assert kept_w: MatSame(fmat(a->w_o,s.joined_columns), fmat{Heads}(a->w_o,s.joined_columns), a->d_model,
        s.joined_columns); */
  //@ assert kept_b: Same(fvec_or_zero(a->b_o), fvec_or_zero{Heads}(a->b_o), a->d_model);
  /*@ assert same_w: MatSame(fmat(a->w_o,s.joined_columns), fmat{Pre}(a->w_o,s.joined_columns), a->d_model,
        s.joined_columns); */
  //@ assert same_b: Same(fvec_or_zero(a->b_o), fvec_or_zero{Pre}(a->b_o), a->d_model);
  /*@ assert carry: \forall integer i; 0 <= i < n.q_len ==>
        Same(lin(row(fmat(p.joined,s.joined_columns),i), fmat(a->w_o,s.joined_columns), fvec_or_zero(a->b_o),
          s.joined_columns),
        LayerRow{Pre}(a, fmat{Pre}(x,a->d_model), fmat{Pre}(context,a->d_context), n.kv_len, causal, i), a->d_model); */
  //@ ghost Joined: ;
  ref_project(p.joined, a->w_o, a->b_o, y, n.q_len, s.joined_columns, a->d_model);
  /*@ assert projected: \forall integer i; 0 <= i < n.q_len ==> Same(row(fmat(y,a->d_model),i),
        lin(row(fmat{Joined}(p.joined,s.joined_columns),i), fmat{Joined}(a->w_o,s.joined_columns),
          fvec_or_zero{Joined}(a->b_o),
            s.joined_columns), a->d_model); */
}

void ref_multi_head_sum(const attest_multi_head *a, const double *x, const double *context, ref_lengths n, int causal,
                        double *y, double *work, unsigned char *vis) {
  const ref_layer_sizes s = ref_sizes_of_layer(a, n);
  const layer_parts p = parts_of(work, s);
  const ref_vector b = {a->b_o, 1};
  //@ assert layer_z: ApartLayer(p.z,s.z,a);
  //@ assert layer_rest: ApartLayer(p.rest,HeadsDoubles(a,n.q_len,n.kv_len),a);
  //@ assert apart_y: Apart(work,LayerDoubles(a,n.q_len,n.kv_len),y,times(n.q_len,a->d_model));
  //@ assert reach: Reach(a->d_model,1);
  //@ assert read_b: a->b_o != \null ==> ReadVec(b,a->d_model);
  //@ assert apart_z: Apart(y,times(n.q_len,a->d_model),p.z,s.z);
  //@ assert separate_z: \separated(y + (0 .. times(n.q_len,a->d_model)-1), p.z + (0 .. s.z-1));
  /*@ assert separate_w: \separated(y + (0 .. times(n.q_len,a->d_model)-1),
        a->w_o + (0 .. times(a->d_model,s.joined_columns)-1)); */
  //@ assert apart_b: a->b_o != \null ==> Apart(y,times(n.q_len,a->d_model),a->b_o,a->d_model);
  //@ assert separate_b: a->b_o != \null ==> SepVec(y,times(n.q_len,a->d_model),b,a->d_model);
  first_heads(a, x, context, n, causal, p.z, p.rest, vis);
  //@ assert view_b: Same(optvec(b), fvec_or_zero(a->b_o), a->d_model);
  //@ assert same_b: Same(optvec(b), fvec_or_zero{Pre}(a->b_o), a->d_model);
  /*@ assert carry: \forall integer i; 0 <= i < n.q_len ==>
        Same(value_up(heads(p.z,n.q_len,a->d_v,i), fmat(a->w_o,s.joined_columns), optvec(b), a->q_heads, a->d_v),
        LayerRow{Pre}(a, fmat{Pre}(x,a->d_model), fmat{Pre}(context,a->d_context), n.kv_len, causal, i), a->d_model); */
  ref_value_up_sum(p.z, a->w_o, b, y, a->q_heads, n.q_len, a->d_v, a->d_model);
}
