/* The heads of a row side by side, as a vector. */
#ifndef ATTEST_LOGIC_JOINED_H
#define ATTEST_LOGIC_JOINED_H
#include "ref/logic/concat.h"
#include "ref/logic/linear.h"
/*@ axiomatic JoinedHeads {
      // the rows of Z side by side
      logic rvec joined(rmat Z);
      axiom joined_at: \forall rmat Z, integer j; 0 <= j < times(rows_of(Z),columns_of(Z)) ==>
        at(joined(Z), j) == el(Z, j / columns_of(Z), j % columns_of(Z));
      axiom joined_size: \forall rmat Z; size_of(joined(Z)) == times(rows_of(Z),columns_of(Z));
    }
    lemma place_split: \forall integer j, H, d; 0 < d ==> 0 <= j < H*d ==> 0 <= j / d < H && 0 <= j % d < d &&
      j == (j / d)*d + j % d;
    lemma place_split_times: \forall integer j, H, d; 0 < d ==> 0 <= j < times(H,d) ==> 0 <= j / d < H &&
      0 <= j % d < d &&
      times(j / d, d) + j % d == j;
*/
#endif
