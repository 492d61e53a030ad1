/* Joined heads are what concatenating heads makes; multiplying them by W_O is summing over heads. */
#ifndef ATTEST_LOGIC_JOINED_LAWS_H
#define ATTEST_LOGIC_JOINED_LAWS_H
#include "ref/logic/joined.h"
/*@ lemma place_inverse: \forall integer h, c, d; 0 <= h ==> 0 <= c < d ==> (h*d + c) / d == h && (h*d + c) % d == c;
    lemma place_times: \forall integer h, c, d; 0 <= h ==> 0 <= c < d ==> (times(h,d) + c) / d == h &&
      (times(h,d) + c) % d == c;
    lemma joined_concat: \forall rmat Z, integer H, d; rows_of(Z) == H ==> columns_of(Z) == d ==>
      Concat(joined(Z), Z, H, d);
    // the sum over heads is W_O on the joined heads
    lemma joined_linear: \forall rmat Z, W, rvec b, integer H, d, out; 0 <= H ==> 0 < d ==> rows_of(Z) == H ==>
      columns_of(Z) == d ==> Concat(joined(Z), Z, H, d) &&
      Same(lin(joined(Z),W,b,times(H,d)), value_up(Z,W,b,H,d), out);
*/
#endif
