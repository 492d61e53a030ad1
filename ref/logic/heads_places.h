/* Which kv head a query head shares, and where the elements of a head are: heads of d columns in a projection of rows x
   (H*d) are strided views of it. */
#ifndef ATTEST_LOGIC_HEADS_PLACES_H
#define ATTEST_LOGIC_HEADS_PLACES_H
#include "ref/logic/heads.h"
#include "ref/logic/separate.h"
/*@ axiomatic Groups {
      predicate Grouped(integer heads, integer kv_heads, integer group);
      axiom Grouped_def: \forall integer heads, kv_heads, group; Grouped(heads,kv_heads,group) <==>
        0 < heads && 0 < kv_heads && heads % kv_heads == 0 && group == heads / kv_heads;
    }
    lemma whole_groups: \forall integer H, KVH; 0 < H ==> 0 < KVH ==> H % KVH == 0 ==> 0 < H / KVH &&
      H == KVH * (H / KVH);
    lemma quotient_nonneg: \forall integer b, c; 0 <= b ==> 0 < c ==> 0 <= b / c;
    lemma group_of: \forall integer h, KVH, group; 0 < group ==> 0 <= h < times(group,KVH) ==> 0 <= h / group &&
      KVH > h / group;
    lemma kv_head_range: \forall integer h, H, KVH, group; Grouped(H,KVH,group) ==> 0 <= h < H ==>
      0 < group && H == times(group,KVH) && 0 <= kv_head(h,group) < KVH;
    lemma split_columns: \forall integer h, c, H, d; 0 <= h < H ==> 0 <= c < d ==> 0 <= times(h,d) + c < times(H,d);
    lemma split_inside: \forall integer h, i, c, H, rows, d; 0 <= h < H ==> 0 <= i < rows ==> 0 <= c < d ==>
      0 <= times(h,d) + c < times(H,d) && 0 <= times(i,times(H,d)) + (times(h,d) + c) < times(rows,times(H,d));
    axiomatic HeadViews {
      // A is head h of the H heads of d columns that stand side by side in p
      predicate HeadView(ref_matrix A, double *p, integer h, integer H, integer d);
      axiom HeadView_def: \forall ref_matrix A, double *p, integer h, H, d; HeadView(A,p,h,H,d) <==>
        0 <= h < H && A.at == p + times(h,d) && A.row == times(H,d) && A.col == 1;
    }
    lemma head_element: \forall ref_matrix A, double *p, integer h, H, d, i, c; HeadView(A,p,h,H,d) ==>
      A.at + (times(i,A.row) + times(c,A.col)) == p + (times(i,times(H,d)) + (times(h,d) + c));
    lemma head_same{L}: \forall ref_matrix A, rmat B, double *p, integer h, H, d, n; HeadView(A,p,h,H,d) ==>
      MatSame(fmat(p,times(H,d)), B, n, times(H,d)) ==> MatSame(mat(A), columns(B,times(h,d)), n, d);
    lemma head_readable{L}: \forall ref_matrix A, double *p, integer h, H, d, n; HeadView(A,p,h,H,d) ==>
      \valid_read(p + (0 .. times(n,times(H,d))-1)) ==> ReadMat(A,n,d);
    lemma head_apart{L}: \forall ref_matrix A, double *p, *z, integer h, H, d, n, m; HeadView(A,p,h,H,d) ==>
      \separated(z + (0 .. m-1), p + (0 .. times(n,times(H,d))-1)) ==> SepMat(z,m,A,n,d);
    // row i of head h of what is written
    lemma head_place{L}: \forall double *z, *y, integer rows, d, h, i, c; y == z + times(h,times(rows,d)) ==>
      el(heads(z,rows,d,i), h, c) == el(fmat(y,d), i, c);
*/
#endif
