/* head_h = attention(x W_Qh^T, context W_Kg^T, context W_Vg^T),  y = [head_0, head_1, ...] W_O^T
   (Vaswani et al. 2017, section 3.2.2) */
#include "ref/multi_head.h"

#include "ref/concat.h"
#include "ref/layer_heads.h"
#include "ref/project.h"
#include "ref/value_up.h"

#include "ref/logic/joined_laws.h"

int64_t ref_multi_head_doubles(const attest_multi_head *a, ref_lengths n) {
  const ref_layer_sizes s = ref_sizes_of_layer(a, n);
  return s.q + s.k + s.v + s.z + s.joined + s.row;
}

void ref_multi_head(const attest_multi_head *a, const double *x, const double *context, ref_lengths n, int causal, double *y, double *work,
                    unsigned char *vis) {
  const ref_layer_sizes s = ref_sizes_of_layer(a, n);
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
  ref_project(joined, a->w_o, a->b_o, y, n.q_len, ref_times(a->q_heads, a->d_v), a->d_model);
  /*@ assert projected: \forall integer i; 0 <= i < n.q_len ==> Same(row(fmat(y,a->d_model),i),
        lin(row(fmat{Joined}(joined,times(a->q_heads,a->d_v)),i), fmat{Joined}(a->w_o,times(a->q_heads,a->d_v)),
            fvec_or_zero{Joined}(a->b_o), times(a->q_heads,a->d_v)), a->d_model); */
}

void ref_multi_head_sum(const attest_multi_head *a, const double *x, const double *context, ref_lengths n, int causal, double *y,
                        double *work, unsigned char *vis) {
  const int64_t size = ref_sizes_of_layer(a, n).z;
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
