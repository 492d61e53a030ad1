/* Products of the sizes of a layer that was checked: none overflows. */
#include "ref/layer_sizes.h"

#include "ref/matrix.h"

#include "ref/logic/layers_fit.h"

ref_layer_sizes ref_sizes_of_layer(const attest_multi_head *a, ref_lengths n) {
  const int64_t q = ref_times(a->q_heads, a->d_k), k = ref_times(a->kv_heads, a->d_k),
                v = ref_times(a->kv_heads, a->d_v);
  const int64_t joined = ref_times(a->q_heads, a->d_v);
  //@ assert same_q: times(n.q_len,times(a->q_heads,a->d_k)) == times(times(n.q_len,a->q_heads),a->d_k);
  //@ assert same_k: times(n.kv_len,times(a->kv_heads,a->d_k)) == times(times(n.kv_len,a->kv_heads),a->d_k);
  //@ assert same_v: times(n.kv_len,times(a->kv_heads,a->d_v)) == times(times(n.kv_len,a->kv_heads),a->d_v);
  //@ assert same_z: times(a->q_heads,times(n.q_len,a->d_v)) == times(times(a->q_heads,n.q_len),a->d_v);
  //@ assert same_joined: times(n.q_len,times(a->q_heads,a->d_v)) == times(times(n.q_len,a->q_heads),a->d_v);
  return (ref_layer_sizes){.q_columns = q,
                           .k_columns = k,
                           .v_columns = v,
                           .joined_columns = joined,
                           .q = ref_times(n.q_len, q),
                           .k = ref_times(n.kv_len, k),
                           .v = ref_times(n.kv_len, v),
                           .z = ref_times(ref_times(a->q_heads, n.q_len), a->d_v),
                           .joined = ref_times(n.q_len, joined),
                           .row = n.kv_len};
}

ref_head_sizes ref_heads_of_layer(const attest_multi_head *a, ref_lengths n) {
  const ref_head_sizes s = {a->q_heads, a->kv_heads, n.q_len, n.kv_len, a->d_k, a->d_v};
  //@ assert whole: s.q_heads % s.kv_heads == 0;
  //@ assert positive: 0 < s.kv_heads <= s.q_heads;
  //@ assert row: 0 <= times(s.q_heads,s.d_k) <= MaxSize && 0 <= times(s.q_heads,s.d_v) <= MaxSize;
  //@ assert kv_row: 0 <= times(s.kv_heads,s.d_k) <= MaxSize && 0 <= times(s.kv_heads,s.d_v) <= MaxSize;
  //@ assert all: times(times(s.q_heads,s.q_len),s.d_v) <= MaxElements;
  //@ assert scores: times(times(s.q_heads,s.q_len),s.kv_len) <= MaxElements;
  return s;
}
