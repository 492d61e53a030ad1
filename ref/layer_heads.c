/* Q = x W_Q^T + b_Q, K = context W_K^T + b_K, V = context W_V^T + b_V, then attention in every head. */
#include "ref/layer_heads.h"

#include "ref/head_tensor.h"
#include "ref/linear.h"
#include "ref/problem.h"

#include "ref/logic/layer_kept.h"
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
    ensures valid: \valid(\result.q + (0 .. s.q-1)) && \valid(\result.k + (0 .. s.k-1)) &&
      \valid(\result.v + (0 .. s.v-1)) && \valid(\result.w + (0 .. s.row-1));
    ensures parts: HeadParts(\result.q,s.q,\result.k,s.k,\result.v,s.v,\result.w,s.row,work); */
static head_parts head_parts_of(double *work, ref_layer_sizes s) {
  return (head_parts){work, work + s.q, work + s.q + s.k, work + s.q + s.k + s.v};
}

/* Attention in every head. */
/*@ requires layer: GoodLayer(a,n.q_len,n.kv_len);
    requires room: HeadsRoom(a,n.q_len,n.kv_len,p.q,p.k,p.v,p.w,z,vis);
    assigns z[0 .. HeadsSize(a,n.q_len)-1], p.w[0 .. n.kv_len-1], vis[0 .. n.kv_len-1];
    ensures only: OnlyTwo{Pre,Post}(z,HeadsSize(a,n.q_len),p.w,n.kv_len);
    ensures value: \forall integer i; 0 <= i < n.q_len ==> heads(z,a.q_heads,n.q_len,a.d_v,i) ==
      HeadsFrom{Pre}(a,p.q,p.k,p.v,n.q_len,n.kv_len,causal,i); */
static void attend(attest_multi_head a, ref_lengths n, bool causal, head_parts p, double *z, unsigned char *vis) {
  const attest_problem heads = {.q = ref_head_tensor(p.q, a.q_heads, n.q_len, a.d_k),
                                .k = ref_head_tensor(p.k, a.kv_heads, n.kv_len, a.d_k),
                                .v = ref_head_tensor(p.v, a.kv_heads, n.kv_len, a.d_v),
                                .alignment = causal ? ATTEST_ALIGN_TOP_LEFT : ATTEST_ALIGN_NONE,
                                .causal = causal};
  //@ assert operands: Operand(heads.q) && Operand(heads.k) && Operand(heads.v);
  //@ assert good: GoodSizes(heads) && CountableOutputs(heads) && GoodProblem(heads);
  /*@ assert lasting: \forall integer h, i; IsQuery(heads,0,h,i) ==> ReadRow(heads.q,0,h,i) && 0 <= KvHead(heads,h) <
        a.kv_heads; */
  /*@ assert keys: \forall integer h, j; 0 <= h < a.q_heads ==> 0 <= j < n.kv_len ==>
        ReadRow(heads.k,0,KvHead(heads,h),j) && ReadRow(heads.v,0,KvHead(heads,h),j); */
  //@ assert options: heads.mask.data == \null && heads.bias.data == \null;
  //@ assert batch: \forall integer b, h, i; IsQuery(heads,b,h,i) ==> b == 0;
  //@ assert readable_0: \forall integer h, i; IsQuery(heads,0,h,i) ==> ReadQuery(heads,0,h,i);
  //@ assert readable: \forall integer b, h, i; IsQuery(heads,b,h,i) ==> ReadQuery(heads,b,h,i);
  //@ assert scale: Scale(heads) == default_scale(a.d_k);
  //@ assert seen: \forall integer h, i; SameKeys(visible(heads,0,h,i), keys_seen(causal,i), n.kv_len);
  //@ assert group: \forall integer h; KvHead(heads,h) == group_of(h,a.q_heads / a.kv_heads);
  /*@ assert carry: \forall integer h, i, c, real y; IsQuery(heads,0,h,i) ==> 0 <= c < a.d_v ==>
        Output(heads,0,h,i,c,y) ==> y == el(HeadsFrom(a,p.q,p.k,p.v,n.q_len,n.kv_len,causal,i),h,c); */
  //@ assert absent: LseSize(heads,(double *)\null) == 0 && WeightsSize(heads,(double *)\null) == 0;
  ref_attention(heads, z, NULL, NULL, p.w, vis);
  /*@ assert kept: \forall double *r, integer m, t; Apart(z,HeadsSize(a,n.q_len),r,m) ==> Apart(p.w,n.kv_len,r,m) ==>
        0 <= t < m ==> r[t] == \at(r[t],Pre); */
  /*@ assert number: \forall integer h, i, c; row_number(h,n.q_len,i,a.d_v,c) ==
        times(RowNumber(heads,0,h,i),a.d_v) + c; */
  //@ assert inside: \forall integer h, i; IsQuery(heads,0,h,i) ==> 0 <= RowNumber(heads,0,h,i) < Rows(heads);
  /*@ assert place: \forall integer h, i, c; IsQuery(heads,0,h,i) ==> 0 <= c < a.d_v ==>
        el(heads(z,a.q_heads,n.q_len,a.d_v,i),h,c) == at(row(mat(z,Rows(heads),a.d_v),RowNumber(heads,0,h,i)),c); */
  //@ assert answered: \forall integer h, i; IsQuery(heads,0,h,i) ==> AnsweredOut{Pre,Here}(heads,z,0,h,i);
  /*@ assert answers: \forall integer h, i, c; IsQuery(heads,0,h,i) ==> 0 <= c < a.d_v ==>
        Output{Pre}(heads,0,h,i,c,el(heads(z,a.q_heads,n.q_len,a.d_v,i),h,c)); */
  /*@ assert all: \forall integer i; 0 <= i < n.q_len ==> MatSame(heads(z,a.q_heads,n.q_len,a.d_v,i),
        HeadsFrom{Pre}(a,p.q,p.k,p.v,n.q_len,n.kv_len,causal,i), a.q_heads, a.d_v); */
}

void ref_heads(attest_multi_head a, const double *x, const double *context, ref_lengths n, bool causal, double *z,
               double *work, unsigned char *vis) {
  const ref_layer_sizes s = ref_sizes_of_layer(a, n);
  const head_parts p = head_parts_of(work, s);
  //@ assert apart: ApartLayer(p.q,s.q,a) && ApartLayer(p.k,s.k,a) && ApartLayer(p.v,s.v,a);
  //@ assert apart_z: Apart(work,HeadsDoubles(a,n.q_len,n.kv_len),z,s.z);
  //@ assert sizes: 0 <= n.q_len && 0 <= n.kv_len && 0 < a.d_model && 0 < a.d_context;
  //@ assert apart_context: Apart(p.q,s.q,context,times(n.kv_len,a.d_context));
  ref_linear(x, a.w_q, a.b_q, p.q, n.q_len, a.d_model, s.q_columns);
  //@ ghost Q: ;
  //@ assert layer_q: KeptLayer{Pre,Here}(a);
  //@ assert kept_q: mat(context,n.kv_len,a.d_context) == mat{Pre}(context,n.kv_len,a.d_context);
  /*@ assert maps_q: \forall rmat C; projected(C,mat(a.w_k,s.k_columns,a.d_context),vec_or_zero(a.b_k,s.k_columns)) ==
        Keys{Pre}(a,C); */
  ref_linear(context, a.w_k, a.b_k, p.k, n.kv_len, a.d_context, s.k_columns);
  //@ ghost K: ;
  //@ assert keys: mat(p.k,n.kv_len,s.k_columns) == Keys{Pre}(a,mat{Pre}(context,n.kv_len,a.d_context));
  //@ assert kept_k: KeptLayer{Q,Here}(a) && mat(context,n.kv_len,a.d_context) == mat{Q}(context,n.kv_len,a.d_context);
  /*@ assert maps_k: \forall rmat C; projected(C,mat(a.w_v,s.v_columns,a.d_context),vec_or_zero(a.b_v,s.v_columns)) ==
        Values{Pre}(a,C); */
  //@ assert queries: mat(p.q,n.q_len,s.q_columns) == mat{Q}(p.q,n.q_len,s.q_columns);
  ref_linear(context, a.w_v, a.b_v, p.v, n.kv_len, a.d_context, s.v_columns);
  /*@ assert kept_v: mat(p.q,n.q_len,s.q_columns) == mat{K}(p.q,n.q_len,s.q_columns) &&
        mat(p.k,n.kv_len,s.k_columns) == mat{K}(p.k,n.kv_len,s.k_columns); */
  attend(a, n, causal, p, z, vis);
}
