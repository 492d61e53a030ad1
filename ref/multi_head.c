/* head_h = attention(x W_Qh^T, context W_Kg^T, context W_Vg^T),  y = [head_0, head_1, ...] W_O^T
   [Vaswani2017, section 3.2.2] */
#include "ref/multi_head.h"

#include "ref/concat.h"
#include "ref/layer_heads.h"
#include "ref/linear.h"

int64_t ref_multi_head_doubles(attest_multi_head a, ref_lengths n) {
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
static layer_parts layer_parts_of(double *work, ref_layer_sizes s) {
  return (layer_parts){work, work + s.z, work + s.z + s.joined};
}

void ref_multi_head(attest_multi_head a, const double *x, const double *context, ref_lengths n, bool causal, double *y,
                    double *work, unsigned char *vis) {
  const ref_layer_sizes s = ref_sizes_of_layer(a, n);
  const layer_parts p = layer_parts_of(work, s);
  //@ assert layer_z: ApartLayer(p.z,s.z,a);
  //@ assert layer_joined: ApartLayer(p.joined,s.joined,a);
  //@ assert layer_rest: ApartLayer(p.rest,HeadsDoubles(a,n.q_len,n.kv_len),a);
  //@ assert apart_y: Apart(work,LayerDoubles(a,n.q_len,n.kv_len),y,times(n.q_len,a.d_model));
  ref_heads(a, x, context, n, causal, p.z, p.rest, vis);
  //@ ghost Heads: ;
  //@ assert w: mat(a.w_o,a.d_model,s.joined_columns) == mat{Pre}(a.w_o,a.d_model,s.joined_columns);
  //@ assert b: vec_or_zero(a.b_o,a.d_model) == vec_or_zero{Pre}(a.b_o,a.d_model);
  ref_concat_heads(p.z, p.joined, a.q_heads, n.q_len, a.d_v);
  //@ assert w_joined: mat(a.w_o,a.d_model,s.joined_columns) == mat{Heads}(a.w_o,a.d_model,s.joined_columns);
  //@ assert b_joined: vec_or_zero(a.b_o,a.d_model) == vec_or_zero{Heads}(a.b_o,a.d_model);
  //@ ghost Joined: ;
  ref_linear(p.joined, a.w_o, a.b_o, y, n.q_len, s.joined_columns, a.d_model);
  /*@ assert all: MatSame(mat(y,n.q_len,a.d_model),
        MultiHead{Pre}(a, mat{Pre}(x,n.q_len,a.d_model), mat{Pre}(context,n.kv_len,a.d_context), causal), n.q_len,
        a.d_model); */
}
