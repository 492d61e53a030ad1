/* Sizes and places of heads. */
#ifndef ATTEST_LOGIC_MULTI_HEAD_LAWS_H
#define ATTEST_LOGIC_MULTI_HEAD_LAWS_H
#include "ref/logic/attention_value_laws.h"
#include "ref/logic/layers_fit.h"
#include "ref/logic/multi_head.h"
/*@ axiomatic Grouped {
      predicate Grouped(integer heads, integer kv_heads, integer group);
      axiom Grouped_def: \forall integer heads, kv_heads, group; Grouped(heads,kv_heads,group) <==>
        0 < heads && 0 < kv_heads && heads % kv_heads == 0 && group == heads / kv_heads;
    }
    lemma kv_head_range: \forall integer h, H, KVH, group; Grouped(H,KVH,group) ==> 0 <= h < H ==>
      0 < group && H == times(KVH,group) && 0 <= group_of(h,group) < KVH;
    // sizes and places: column c of head h of row i, the heads side by side in a row
    lemma split_inside: \forall integer h, i, c, H, rows, d; 0 <= h < H ==> 0 <= i < rows ==> 0 <= c < d ==>
      0 <= times(h,d) + c < times(H,d) && 0 <= times(i,times(H,d)) + (times(h,d) + c) < times(rows,times(H,d));
    lemma layer_grouped: \forall attest_multi_head a, integer q_len, kv_len; GoodLayer(a,q_len,kv_len) ==>
      Grouped(a.q_heads,a.kv_heads,a.q_heads / a.kv_heads);
    lemma row_number_first: \forall integer heads, h, rows, i, d, c;
      row_number(h,rows,i,d,c) == times(row_number(0,heads,h,rows,i),d) + c;
*/
#endif
