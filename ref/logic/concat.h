/* Heads of d entries side by side in one row, and what each head adds to a scalar product with such a row. */
#ifndef ATTEST_LOGIC_CONCAT_H
#define ATTEST_LOGIC_CONCAT_H
#include "ref/logic/view.h"
/*@ axiomatic Heads {
      // row i of every head: row h of this matrix is row i of head h; p is heads x rows x d, contiguous
      logic rmat heads{L}(double *p, integer rows, integer d, integer i) reads p[..];
      axiom heads_at{L}: \forall double *p, integer rows, d, i, h, c;
        el(heads(p,rows,d,i), h, c) == p[times(h,times(rows,d)) + (times(i,d) + c)];
      // u is the rows of Z (a head each) side by side
      predicate Concat(rvec u, rmat Z, integer H, integer d);
      axiom Concat_def: \forall rvec u, rmat Z, integer H, d; Concat(u,Z,H,d) <==>
        \forall integer h, c; 0 <= h < H ==> 0 <= c < d ==> at(u, times(h,d) + c) == el(Z,h,c);
      logic rvec sub(rvec v, integer k);                                // j -> v_{k+j}
      axiom sub_at: \forall rvec v, integer k, j; at(sub(v,k), j) == at(v, k + j);
      // h -> (row h of Z) . (the d entries of w that meet head h)
      logic rvec part(rmat Z, rvec w, integer d);
      axiom part_at: \forall rmat Z, rvec w, integer d, h;
        at(part(Z,w,d), h) == sum(pv(row(Z,h), sub(w, times(h,d))), d);
      logic rvec value_up(rmat Z, rmat W, rvec b, integer H, integer d);            // o -> sum over h of part_h + b_o
      axiom value_up_at: \forall rmat Z, W, rvec b, integer H, d, o;
        at(value_up(Z,W,b,H,d), o) == sum(part(Z,row(W,o),d), H) + at(b,o);
    }
    lemma times_exchange: \forall integer h, i, d; times(h,times(i,d)) == times(i,times(h,d));
    lemma head_inside: \forall integer H, rows, d, h, i, c; 0 <= h < H ==> 0 <= i < rows ==> 0 <= c < d ==>
      0 <= times(i,d) && times(i,d) + d <= times(rows,d) && 0 <= times(h,times(rows,d)) &&
      times(h,times(rows,d)) + times(rows,d) <= times(H,times(rows,d)) &&
      0 <= times(h,times(rows,d)) + (times(i,d) + c) < times(H,times(rows,d));
    // heads that are not written to stay the same
    lemma heads_kept{L,M}: \forall double *p, integer H, rows, d, i;
      (\forall integer t; 0 <= t < times(H,times(rows,d)) ==> \at(p[t],L) == \at(p[t],M)) ==> 0 <= i < rows ==>
      MatSame(heads{L}(p,rows,d,i), heads{M}(p,rows,d,i), H, d);
    lemma concat_ext: \forall rvec u, rmat Z, Z2, integer H, d; MatSame(Z,Z2,H,d) ==> Concat(u,Z,H,d) ==>
      Concat(u,Z2,H,d);
    // what heads add depends on the heads, on the weights and on the bias only
    lemma columns_inside: \forall integer h, c, H, d; 0 <= h < H ==> 0 <= c < d ==>
      0 <= times(h,d) && times(h,d) + d <= times(H,d) && 0 <= times(h,d) + c < times(H,d);
    lemma sub_ext: \forall rvec w, w2, integer h, H, d; Same(w,w2,times(H,d)) ==> 0 <= h < H ==>
      Same(sub(w,times(h,d)), sub(w2,times(h,d)), d);
    lemma part_entry: \forall rmat Z, Z2, rvec w, w2, integer h, H, d; MatSame(Z,Z2,H,d) ==> Same(w,w2,times(H,d)) ==>
      0 <= h < H ==>
      Same(row(Z,h), row(Z2,h), d) && Same(sub(w,times(h,d)), sub(w2,times(h,d)), d) &&
        at(part(Z,w,d),h) == at(part(Z2,w2,d),h);
    lemma part_at_ext: \forall rmat Z, Z2, rvec w, w2, integer h, H, d; MatSame(Z,Z2,H,d) ==> Same(w,w2,times(H,d)) ==>
      0 <= h < H ==>
      at(part(Z,w,d),h) == at(part(Z2,w2,d),h);
    lemma part_same: \forall rmat Z, Z2, rvec w, w2, integer H, d; MatSame(Z,Z2,H,d) ==> Same(w,w2,times(H,d)) ==>
      Same(part(Z,w,d), part(Z2,w2,d), H);
    lemma part_ext: \forall rmat Z, Z2, rvec w, w2, integer H, d; MatSame(Z,Z2,H,d) ==> Same(w,w2,times(H,d)) ==>
      Same(part(Z,w,d), part(Z2,w2,d), H) && sum(part(Z,w,d),H) == sum(part(Z2,w2,d),H);
    lemma value_up_entry: \forall rmat Z, Z2, W, W2, rvec b, b2, integer H, d, out, o;
      MatSame(Z,Z2,H,d) ==> MatSame(W,W2,out,times(H,d)) ==> Same(b,b2,out) ==> 0 <= o < out ==>
        Same(row(W,o), row(W2,o), times(H,d)) &&
      sum(part(Z,row(W,o),d),H) == sum(part(Z2,row(W2,o),d),H) &&
        at(value_up(Z,W,b,H,d),o) == at(value_up(Z2,W2,b2,H,d),o);
    lemma value_up_ext: \forall rmat Z, Z2, W, W2, rvec b, b2, integer H, d, out; MatSame(Z,Z2,H,d) ==>
      MatSame(W,W2,out,times(H,d)) ==>
      Same(b,b2,out) ==> Same(value_up(Z,W,b,H,d), value_up(Z2,W2,b2,H,d), out);
*/
#endif
