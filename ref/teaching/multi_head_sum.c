/* y = sum_h z_h W_Oh^T + b_O, z_h being head h [Vaswani2017, section 3.2.2], W_O by columns */
#include "ref/teaching/multi_head_sum.h"

#include "ref/layer_heads.h"
#include "ref/teaching/value_up.h"

#include "ref/logic/joined_laws.h"

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
  //@ assert w: mat(a.w_o,a.d_model,s.joined_columns) == mat{Pre}(a.w_o,a.d_model,s.joined_columns);
  //@ assert b: vec_or_zero(a.b_o,a.d_model) == vec_or_zero{Pre}(a.b_o,a.d_model);
  //@ ghost Heads: ;
  ref_value_up_sum(z, a.w_o, a.b_o, y, a.q_heads, n.q_len, a.d_v, a.d_model);
  /*@ assert joined: \forall integer i; 0 <= i < n.q_len ==>
        Same(lin(joined(heads{Heads}(z,a.q_heads,n.q_len,a.d_v,i)), mat{Heads}(a.w_o,a.d_model,s.joined_columns),
          vec_or_zero{Heads}(a.b_o,a.d_model), s.joined_columns), value_up(heads{Heads}(z,a.q_heads,n.q_len,a.d_v,i),
          mat{Heads}(a.w_o,a.d_model,s.joined_columns), vec_or_zero{Heads}(a.b_o,a.d_model), a.q_heads, a.d_v),
          a.d_model); */
  /*@ assert all: MatSame(mat(y,n.q_len,a.d_model),
        MultiHead{Pre}(a, mat{Pre}(x,n.q_len,a.d_model), mat{Pre}(context,n.kv_len,a.d_context), causal), n.q_len,
        a.d_model); */
}
