/* Heads of d entries side by side in one row, and what each head adds to a scalar product with such a row. */
#ifndef ATTEST_LOGIC_CONCAT_H
#define ATTEST_LOGIC_CONCAT_H
#include "ref/logic/apart.h"
/*@ axiomatic Heads {
      // row i of every head: row h of this matrix is row i of head h; p is H x rows x d, contiguous
      logic rmat heads{L}(double *p, integer H, integer rows, integer d, integer i) reads p[..];
      axiom heads_at{L}: \forall double *p, integer H, rows, d, i, h, c; 0 <= h < H ==> 0 <= c < d ==>
        el(heads(p,H,rows,d,i), h, c) == p[row_number(h,rows,i,d,c)];
      axiom heads_size{L}: \forall double *p, integer H, rows, d, i; rows_of(heads(p,H,rows,d,i)) == H &&
        columns_of(heads(p,H,rows,d,i)) == d;
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
    // as many entries by heads as by rows
    lemma times_turn: \forall integer H, rows, d; times(times(H,rows),d) == times(rows,times(H,d));
    // heads that are not written to stay the same
    lemma kept_heads_entries{K,L}: \forall double *p, integer H, rows, d, i; Kept{K,L}(p,times(times(H,rows),d)) ==>
      0 <= i < rows ==> MatSame(heads{L}(p,H,rows,d,i), heads{K}(p,H,rows,d,i), H, d);
    lemma kept_heads{K,L}: \forall double *p, integer H, rows, d, i; Kept{K,L}(p,times(times(H,rows),d)) ==> 0 <= H ==>
      0 <= d ==> 0 <= i < rows ==> heads{L}(p,H,rows,d,i) == heads{K}(p,H,rows,d,i);
*/
#endif
