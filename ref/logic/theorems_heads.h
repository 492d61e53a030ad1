/* Joining heads and multiplying by W_O is the sum over heads of value-up maps; a linear map of a weighted sum is the
   weighted sum of its images. No C file needs these. */
#ifndef ATTEST_LOGIC_THEOREMS_HEADS_H
#define ATTEST_LOGIC_THEOREMS_HEADS_H
#include "ref/logic/concat.h"
#include "ref/logic/linear.h"
#include "ref/logic/multiplication.h"
/*@ lemma head_start: \forall integer h, d; 0 <= h ==> 0 <= d ==> 0 <= times(h,d);
    // a sum over n + m entries is the sum over the first n and that over the next m
    lemma sum_split: \forall rvec v, integer n; 0 <= n ==> \forall integer m; 0 <= m ==>
      sum(v, n + m) == sum(v,n) + sum(sub(v,n), m);
    lemma sum_split_at: \forall rvec v, integer n, m, k; 0 <= n ==> 0 <= m ==> k == n + m ==>
      sum(v, k) == sum(v,n) + sum(sub(v,n), m);
    // the sum of the sums over H blocks of d
    logic real block_sum(rvec v, integer d, integer H) = H <= 0 ? 0.0 : block_sum(v, d, H-1) +
      sum(sub(v, times(H-1,d)), d);
    lemma block_sum_step: \forall rvec v, integer d, h; 0 <= d ==> 0 <= h ==> sum(v, times(h,d)) == block_sum(v,d,h) ==>
      times(h+1,d) == times(h,d) + d && sum(v, times(h+1,d)) == sum(v, times(h,d)) + sum(sub(v, times(h,d)), d) &&
      sum(v, times(h+1,d)) == block_sum(v,d,h+1);
    lemma block_sum_previous: \forall rvec v, integer d, h; 0 <= d ==> 0 < h ==>
      sum(v, times(h-1,d)) == block_sum(v,d,h-1) ==>
      sum(v, times(h,d)) == block_sum(v,d,h);
    lemma sum_blocks: \forall rvec v, integer d; 0 <= d ==> \forall integer H; 0 <= H ==>
      sum(v, times(H,d)) == block_sum(v,d,H);
    lemma sub_product: \forall rvec u, v, integer k, j; at(sub(pv(u,v),k), j) == at(pv(sub(u,k), sub(v,k)), j);
    lemma sub_dot: \forall rvec u, v, integer k, n; sum(sub(pv(u,v),k), n) == sum(pv(sub(u,k), sub(v,k)), n);
    lemma concat_head: \forall rvec u, rmat Z, integer H, d, h; Concat(u,Z,H,d) ==> 0 <= h < H ==>
      Same(sub(u, times(h,d)), row(Z,h), d);
    lemma concat_part: \forall rvec u, w, rmat Z, integer H, d, h; Concat(u,Z,H,d) ==> 0 <= h < H ==>
      Same(sub(u,times(h,d)), row(Z,h), d) && Same(sub(w,times(h,d)), sub(w,times(h,d)), d) &&
      sum(pv(sub(u,times(h,d)), sub(w,times(h,d))), d) == sum(pv(row(Z,h), sub(w,times(h,d))), d) &&
      sum(sub(pv(u,w), times(h,d)), d) == at(part(Z,w,d), h);
    lemma block_sum_ind: \forall rvec v, p, integer H, d;
      (\forall integer h; 0 <= h < H ==> sum(sub(v, times(h,d)), d) == at(p,h)) ==>
      \forall integer h; h <= H ==> block_sum(v,d,h) == sum(p,h);
    axiomatic Blocks {
      predicate Blocks(rvec v, rvec p, integer H, integer d);           // p_h is the sum of block h of v
      axiom Blocks_def: \forall rvec v, p, integer H, d; Blocks(v,p,H,d) <==>
        \forall integer h; 0 <= h < H ==> sum(sub(v, times(h,d)), d) == at(p,h);
    }
    lemma block_sum_eq: \forall rvec v, p, integer H, d; Blocks(v,p,H,d) ==> block_sum(v,d,H) == sum(p,H);
    lemma concat_blocks: \forall rvec u, w, rmat Z, integer H, d; Concat(u,Z,H,d) ==>
      Blocks(pv(u,w), part(Z,w,d), H, d);
    lemma concat_block_sum: \forall rvec u, w, rmat Z, integer H, d; Concat(u,Z,H,d) ==>
      Blocks(pv(u,w), part(Z,w,d), H, d) && block_sum(pv(u,w), d, H) == sum(part(Z,w,d), H);
    // THEOREM: a scalar product with the joined heads is the sum over heads of what each head adds (w: a row of W_O)
    lemma concat_dot: \forall rvec u, w, rmat Z, integer H, d; 0 <= H ==> 0 <= d ==> Concat(u,Z,H,d) ==>
      sum(pv(u,w), times(H,d)) == block_sum(pv(u,w), d, H) && sum(pv(u,w), times(H,d)) == sum(part(Z,w,d), H);
    lemma concat_entry: \forall rvec u, b, rmat Z, W, integer H, d, o; 0 <= H ==> 0 <= d ==> Concat(u,Z,H,d) ==>
      sum(pv(u,row(W,o)), times(H,d)) == sum(part(Z,row(W,o),d), H) &&
        at(lin(u,W,b,times(H,d)), o) == at(value_up(Z,W,b,H,d), o);
    // THEOREM: what ref_linear makes of the joined heads is what ref_value_up_sum makes of the heads
    lemma concat_linear: \forall rvec u, b, rmat Z, W, integer H, d, out; 0 <= H ==> 0 <= d ==> Concat(u,Z,H,d) ==>
      Same(lin(u,W,b,times(H,d)), value_up(Z,W,b,H,d), out);

    // finite sums may be exchanged
    axiomatic Exchange {
      logic rvec row_sums(rmat A, integer d);                           // i -> sum of row i
      axiom row_sums_at: \forall rmat A, integer d, i; at(row_sums(A,d), i) == sum(row(A,i), d);
      logic rvec col_sums(rmat A, integer n);                           // c -> sum of column c
      axiom col_sums_at: \forall rmat A, integer n, c; at(col_sums(A,n), c) == sum(col(A,c), n);
    }
    lemma col_sums_entry: \forall rmat A, integer n, c; 0 < n ==>
      at(col_sums(A,n), c) == at(col_sums(A,n-1), c) + at(row(A,n-1), c);
    lemma sum_add: \forall rvec u, v, w; (\forall integer j; at(w,j) == at(u,j) + at(v,j)) ==>
      \forall integer n; sum(w,n) == sum(u,n) + sum(v,n);
    lemma col_sums_step: \forall rmat A, integer n, d; 0 < n ==>
      sum(col_sums(A,n), d) == sum(col_sums(A,n-1), d) + sum(row(A,n-1), d);
    lemma col_sums_zero: \forall rmat A, integer n, d; n <= 0 ==> sum(col_sums(A,n), d) == 0;
    lemma exchange: \forall rmat A, integer d, n; sum(row_sums(A,d), n) == sum(col_sums(A,n), d);
    axiomatic WeightedSum {
      logic rvec comb(rvec w, rmat V, integer n);                       // c -> sum over j of w_j V_jc
      axiom comb_at: \forall rvec w, rmat V, integer n, c; at(comb(w,V,n), c) == sum(pv(w, col(V,c)), n);
      logic rvec image(rvec u, rmat V, integer d);                      // j -> u . V_j
      axiom image_at: \forall rvec u, rmat V, integer d, j; at(image(u,V,d), j) == sum(pv(u, row(V,j)), d);
      logic rmat triple(rvec w, rmat V, rvec u);                        // (j,c) -> w_j V_jc u_c
      axiom triple_at: \forall rvec w, u, rmat V, integer j, c;
        Prop(el(triple(w,V,u),j,c), at(pv(u, row(V,j)), c), at(w,j));
    }
    lemma mul_rotate: \forall real u, v, w; mul(mul(u,v),w) == mul(mul(w,v),u);
    lemma prop_commute: \forall real a, b, u, v, w, x; Prop(a,b,w) ==> Prop(b,u,v) ==> Prop(x,w,v) ==>
      a == mul(b,w) && b == mul(u,v) && x == mul(w,v) && a == mul(x,u) && Prop(a,x,u);
    lemma triple_row: \forall rvec w, u, rmat V, integer j, c;
      Prop(at(row(triple(w,V,u),j), c), at(pv(u, row(V,j)), c), at(w,j));
    lemma triple_col: \forall rvec w, u, rmat V, integer j, c; Prop(at(pv(u, row(V,j)), c), at(u,c), el(V,j,c)) &&
      Prop(at(pv(w, col(V,c)), j), at(w,j), el(V,j,c)) &&
        Prop(at(col(triple(w,V,u),c), j), at(pv(w, col(V,c)), j), at(u,c));
    lemma triple_row_sum: \forall rvec w, u, rmat V, integer d, j;
      Prop(sum(row(triple(w,V,u),j), d), sum(pv(u, row(V,j)), d), at(w,j));
    lemma triple_col_sum: \forall rvec w, u, rmat V, integer n, c;
      Prop(sum(col(triple(w,V,u),c), n), sum(pv(w, col(V,c)), n), at(u,c));
    lemma triple_row_at: \forall rvec w, u, rmat V, integer d, j;
      at(row_sums(triple(w,V,u),d), j) == at(pv(w, image(u,V,d)), j);
    lemma triple_col_at: \forall rvec w, u, rmat V, integer n, c;
      at(col_sums(triple(w,V,u),n), c) == at(pv(u, comb(w,V,n)), c);
    lemma triple_row_same: \forall rvec w, u, rmat V, integer n, d;
      Same(row_sums(triple(w,V,u),d), pv(w, image(u,V,d)), n);
    lemma triple_col_same: \forall rvec w, u, rmat V, integer n, d;
      Same(col_sums(triple(w,V,u),n), pv(u, comb(w,V,n)), d);
    lemma triple_row_total: \forall rvec w, u, rmat V, integer n, d;
      sum(row_sums(triple(w,V,u),d), n) == sum(pv(w, image(u,V,d)), n);
    lemma triple_col_total: \forall rvec w, u, rmat V, integer n, d;
      sum(col_sums(triple(w,V,u),n), d) == sum(pv(u, comb(w,V,n)), d);
    // THEOREM: u . (sum over j of w_j V_j) is the sum over j of w_j (u . V_j)
    lemma comb_linear: \forall rvec w, u, rmat V, integer n, d;
      sum(row_sums(triple(w,V,u),d), n) == sum(col_sums(triple(w,V,u),n), d) &&
      sum(pv(u, comb(w,V,n)), d) == sum(pv(w, image(u,V,d)), n);
*/
#endif
