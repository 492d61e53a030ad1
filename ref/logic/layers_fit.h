/* The arrays of a layer that was checked are small enough to be added up. */
#ifndef ATTEST_LOGIC_LAYERS_FIT_H
#define ATTEST_LOGIC_LAYERS_FIT_H
#include "ref/logic/layers.h"
/*@ lemma times_le: \forall integer a, b, c, d; 0 <= a <= c ==> 0 <= b <= d ==> 0 <= times(a,b) <= times(c,d);
    lemma times_group: \forall integer a, b, c; times(times(a,b),c) == times(a,times(b,c));
    lemma times_rotate: \forall integer a, b, c; times(times(a,b),c) == times(b,times(c,a)) &&
      times(times(b,a),c) == times(b,times(c,a));
    lemma fits_less: \forall integer a, b, c, a2, b2, c2; Fits(a,b,c) ==> 0 <= a2 <= a ==> 0 <= b2 <= b ==>
      0 <= c2 <= c ==>
      0 <= times(b2,c2) <= times(b,c) && 0 <= times(a2,times(b2,c2)) <= MaxArray;
    lemma fits_two: \forall integer b, c, b2, c2; Fits(1,b,c) ==> 0 <= b2 <= b ==> 0 <= c2 <= c ==>
      0 <= times(b2,c2) <= times(b,c) && times(1,times(b,c)) == times(b,c) && times(b2,c2) <= MaxArray;
    lemma divisor_le: \forall integer a, b; 0 < a ==> 0 < b ==> a % b == 0 ==> b <= a;
    lemma larger_least: \forall integer a, b; a <= Larger(a,b) && b <= Larger(a,b);
    lemma layer_part: \forall integer q_heads, d, rows, heads, e, n; Fits(q_heads,d,rows) ==> 0 <= heads <= q_heads ==>
      0 <= e <= d ==>
      0 <= n <= rows ==> times(times(n,heads),e) == times(heads,times(e,n)) && 0 <= times(times(n,heads),e) <= MaxArray;
    lemma layer_kv_heads: \forall attest_multi_head a; LayerSizes(a) ==> 0 < a.kv_heads <= a.q_heads;
    // a product of heads, columns and rows, each within what was checked
    lemma layer_product: \forall attest_multi_head a, integer q_len, kv_len, heads, e, n;
      LayerFits(a,q_len,kv_len) ==>
      0 <= heads <= a.q_heads ==> 0 <= e <= Larger(a.d_k,a.d_v) ==> 0 <= n <= Larger(q_len,kv_len) ==>
      Fits(a.q_heads,Larger(a.d_k,a.d_v),Larger(q_len,kv_len)) &&
        times(times(n,heads),e) == times(heads,times(e,n)) &&
      0 <= times(times(n,heads),e) <= MaxArray;
    lemma layer_query: \forall attest_multi_head a, integer q_len, kv_len; LayerSizes(a) ==> IsLength(q_len) ==>
      IsLength(kv_len) ==> LayerFits(a,q_len,kv_len) ==>
      0 <= times(a.q_heads,times(a.d_k,q_len)) <= MaxArray && 0 <= times(times(q_len,a.q_heads),a.d_k) <= MaxArray;
    lemma layer_joined: \forall attest_multi_head a, integer q_len, kv_len; 0 < a.q_heads ==> 0 < a.d_v ==>
      0 <= q_len ==>
      LayerFits(a,q_len,kv_len) ==> times(a.q_heads,times(a.d_v,q_len)) == times(times(q_len,a.q_heads),a.d_v) &&
      0 <= times(a.q_heads,times(a.d_v,q_len)) <= MaxArray && 0 <= times(times(q_len,a.q_heads),a.d_v) <= MaxArray;
    lemma layer_heads: \forall attest_multi_head a, integer q_len, kv_len; LayerSizes(a) ==> IsLength(q_len) ==>
      IsLength(kv_len) ==> LayerFits(a,q_len,kv_len) ==>
      0 <= times(times(a.q_heads,q_len),a.d_v) <= MaxArray;
    lemma layer_key: \forall attest_multi_head a, integer q_len, kv_len; 0 < a.kv_heads <= a.q_heads ==>
      0 < a.d_k ==>
      0 <= kv_len ==> LayerFits(a,q_len,kv_len) ==> 0 <= times(times(kv_len,a.kv_heads),a.d_k) <= MaxArray;
    lemma layer_value: \forall attest_multi_head a, integer q_len, kv_len; 0 < a.kv_heads <= a.q_heads ==>
      0 < a.d_v ==>
      0 <= kv_len ==> LayerFits(a,q_len,kv_len) ==> 0 <= times(times(kv_len,a.kv_heads),a.d_v) <= MaxArray;
    // a row of all heads is of a size in range, and the scores can be counted
    lemma layer_heads_row: \forall attest_multi_head a, integer q_len, kv_len; 0 < a.kv_heads <= a.q_heads ==>
      0 < a.d_k ==>
      0 < a.d_v ==> LayerFits(a,q_len,kv_len) ==>
      0 <= times(a.q_heads,a.d_k) <= MaxSize && 0 <= times(a.q_heads,a.d_v) <= MaxSize &&
      0 <= times(a.kv_heads,a.d_k) <= MaxSize && 0 <= times(a.kv_heads,a.d_v) <= MaxSize;
    lemma layer_scores: \forall attest_multi_head a, integer q_len, kv_len; LayerFits(a,q_len,kv_len) ==>
      times(times(a.q_heads,q_len),kv_len) == times(a.q_heads,times(q_len,kv_len)) &&
      times(times(a.q_heads,q_len),kv_len) <= MaxElements;
    lemma layer_doubles: \forall attest_multi_head a, integer q_len, kv_len; GoodLayer(a,q_len,kv_len) ==>
      0 <= LayerDoubles(a,q_len,kv_len) <= 5 * MaxArray + MaxSize;
    lemma block_parts: \forall attest_block b, integer d_model, rows; GoodBlock(b,d_model,rows) ==>
      0 <= times(rows,b.attention.d_model) <= MaxArray && 0 <= times(rows,b.d_hidden) <= MaxArray &&
      0 <= BlockDoubles(b,rows) <= 7 * MaxArray + MaxSize;
*/
#endif
