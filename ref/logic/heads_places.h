/* Which kv head a query head shares, and where the elements of a head are: heads of d columns in a projection of rows x (H*d) are
   tensors of strides 0, d, H*d, 1. */
#ifndef ATTEST_LOGIC_HEADS_PLACES_H
#define ATTEST_LOGIC_HEADS_PLACES_H
#include "ref/logic/heads.h"
#include "ref/logic/limit.h"
#include "ref/logic/problem.h"
/*@ lemma place_of_row: \forall integer h, i, r, d, n; n == times(h,r) + i ==> times(n,d) == times(h,times(r,d)) + times(i,d);
    lemma times_positive: \forall integer a, b; 0 < a ==> 0 < b ==> 0 < times(a,b);
    lemma reach_sizes: \forall integer n, s; 0 <= n <= MaxSize ==> 0 <= s <= MaxSize ==> Reach(n,s);
    axiomatic Groups {
      predicate Grouped(integer heads, integer kv_heads, integer group);
      axiom Grouped_def: \forall integer heads, kv_heads, group; Grouped(heads,kv_heads,group) <==>
        0 < heads && 0 < kv_heads && heads % kv_heads == 0 && group == heads / kv_heads;
    }
    lemma whole_groups: \forall integer H, KVH; 0 < H ==> 0 < KVH ==> H % KVH == 0 ==> 0 < H / KVH && H == KVH * (H / KVH);
    lemma quotient_nonneg: \forall integer b, c; 0 <= b ==> 0 < c ==> 0 <= b / c;
    lemma group_of: \forall integer h, KVH, group; 0 < group ==> 0 <= h < times(group,KVH) ==> 0 <= h / group && KVH > h / group;
    lemma kv_head_range: \forall integer h, H, KVH, group; Grouped(H,KVH,group) ==> 0 <= h < H ==>
      0 < group && H == times(group,KVH) && 0 <= kv_head(h,group) < KVH;
    lemma split_origin: \forall integer b, h, d; origin(b,h,0,d) == times(h,d);
    lemma split_spot: \forall integer h, i, c, w, d; spot(origin(0,h,0,d),i,c,w,1) == times(i,w) + (times(h,d) + c);
    lemma spot_of_row: \forall integer o, c, w; spot(o,0,c,w,1) == o + c;
    lemma split_columns: \forall integer h, c, H, d; 0 <= h < H ==> 0 <= c < d ==> 0 <= times(h,d) + c < times(H,d);
    lemma split_inside: \forall integer h, i, c, H, rows, d; 0 <= h < H ==> 0 <= i < rows ==> 0 <= c < d ==>
      0 <= times(h,d) + c < times(H,d) && 0 <= times(i,times(H,d)) + (times(h,d) + c) < times(rows,times(H,d));
    // rows of the output of one batch
    lemma row_number{L}: \forall attest_problem *p, integer h, i; RowNumber(p,0,h,i) == times(h,p->q.size[2]) + i;
    lemma row_place{L}: \forall attest_problem *p, integer h, i, d;
      times(RowNumber(p,0,h,i),d) == times(h,times(p->q.size[2],d)) + times(i,d);
    // what a row sees without mask, bias and window
    lemma shown_plain: \forall integer n, causal, seen_causal, left, right, i; (causal != 0 <==> seen_causal != 0) ==>
      SameKeys(shown(n,causal,0,left,right,i,all(1),all(RZ)), keys_seen(seen_causal,i), n);
    lemma all_zeros: \forall integer n; Same(all(RZ), zeros, n);
    // element of a tensor of doubles
    lemma elem_place{L}: \forall double *d, float *f, uint16_t *u, integer o, row, i, c;
      el(elems(d,f,u,ATTEST_F64,o,row,1), i, c) == d[spot(o,i,c,row,1)];
    lemma split_same{L}: \forall double *d, float *f, uint16_t *u, integer h, H, n, w, k; 0 <= h < H ==> w == times(H,k) ==>
      MatSame(elems(d,f,u,ATTEST_F64,origin(0,h,0,k),w,1), columns(fmat(d,w),times(h,k)), n, k);
*/
#endif
