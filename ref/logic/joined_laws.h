/* Joined heads are what concatenating heads makes; multiplying them by W_O is summing over heads. */
#ifndef ATTEST_LOGIC_JOINED_LAWS_H
#define ATTEST_LOGIC_JOINED_LAWS_H
#include "ref/logic/joined.h"
/*@ lemma place_inverse: \forall integer h, c, d; 0 <= h ==> 0 <= c < d ==> (h*d + c) / d == h && (h*d + c) % d == c;
    lemma place_times: \forall integer h, c, d; 0 <= h ==> 0 <= c < d ==> (times(h,d) + c) / d == h &&
      (times(h,d) + c) % d == c;
    lemma joined_concat: \forall rmat Z, integer H, d; Concat(joined(Z,d), Z, H, d);
    lemma place_split: \forall integer j, H, d; 0 < d ==> 0 <= j < H*d ==> 0 <= j / d < H && 0 <= j % d < d &&
      j == (j / d)*d + j % d;
    lemma place_split_times: \forall integer j, H, d; 0 < d ==> 0 <= j < times(H,d) ==> 0 <= j / d < H &&
      0 <= j % d < d &&
      times(j / d, d) + j % d == j;
    lemma concat_joined: \forall rvec u, rmat Z, integer H, d; Concat(u,Z,H,d) ==> 0 < d ==>
      Same(u, joined(Z,d), times(H,d));
    lemma joined_ext: \forall rmat Z, Z2, integer H, d; MatSame(Z,Z2,H,d) ==> 0 < d ==>
      Same(joined(Z,d), joined(Z2,d), times(H,d));
    // the sum over heads is W_O on the joined heads
    lemma joined_linear: \forall rmat Z, W, rvec b, integer H, d, out; 0 <= H ==> 0 < d ==>
      Concat(joined(Z,d), Z, H, d) && Same(lin(joined(Z,d),W,b,times(H,d)), value_up(Z,W,b,H,d), out);
*/
#endif
