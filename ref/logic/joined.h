/* The heads of a row side by side, as a vector. */
#ifndef ATTEST_LOGIC_JOINED_H
#define ATTEST_LOGIC_JOINED_H
#include "ref/logic/concat.h"
#include "ref/logic/linear.h"
/*@ axiomatic JoinedHeads {
      // the rows of Z, of d entries each, side by side
      logic rvec joined(rmat Z, integer d);
      axiom joined_at: \forall rmat Z, integer d, j; at(joined(Z,d), j) == el(Z, j / d, j % d);
    }
*/
#endif
