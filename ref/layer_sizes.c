/* Products of the sizes of a layer that was checked: none overflows. */
#include "ref/layer_sizes.h"

#include "ref/index.h"

#include "ref/logic/layers_fit.h"

ref_layer_sizes ref_sizes_of_layer(attest_multi_head a, ref_lengths n) {
  const int64_t q = ref_times(a.q_heads, a.d_k), k = ref_times(a.kv_heads, a.d_k), v = ref_times(a.kv_heads, a.d_v);
  const int64_t joined = ref_times(a.q_heads, a.d_v);
  //@ assert same_q: times(n.q_len,times(a.q_heads,a.d_k)) == times(times(n.q_len,a.q_heads),a.d_k);
  //@ assert same_k: times(n.kv_len,times(a.kv_heads,a.d_k)) == times(times(n.kv_len,a.kv_heads),a.d_k);
  //@ assert same_v: times(n.kv_len,times(a.kv_heads,a.d_v)) == times(times(n.kv_len,a.kv_heads),a.d_v);
  //@ assert same_z: times(a.q_heads,times(n.q_len,a.d_v)) == times(times(a.q_heads,n.q_len),a.d_v);
  //@ assert same_joined: times(n.q_len,times(a.q_heads,a.d_v)) == times(times(n.q_len,a.q_heads),a.d_v);
  return (ref_layer_sizes){.q_columns = q,
                           .k_columns = k,
                           .v_columns = v,
                           .joined_columns = joined,
                           .q = ref_times(n.q_len, q),
                           .k = ref_times(n.kv_len, k),
                           .v = ref_times(n.kv_len, v),
                           .z = ref_times(ref_times(a.q_heads, n.q_len), a.d_v),
                           .joined = ref_times(n.q_len, joined),
                           .row = n.kv_len};
}
