/* Causal self-attention of the rows of one matrix. */
#ifndef ATTEST_LOGIC_SIMPLIFIED_H
#define ATTEST_LOGIC_SIMPLIFIED_H
#include "ref/logic/attention.h"
#include "ref/matrix.h"
/*@ axiomatic UpTo {
      logic rvec up_to(integer i);                            // j -> not 0 where j <= i
      axiom up_to_at: \forall integer i, j; at(up_to(i), j) != 0 <==> j <= i;
      logic rvec no_bias;
      axiom no_bias_at: \forall integer j; at(no_bias, j) == RZ;
    }
    // y is column c of the attention of row i over all rows of X as keys and values, scale 1, without softcap and sink
    predicate Simplified(rmat X, integer rows, integer d, integer i, integer c, real y) =
      Attention(row(X,i), X, X, up_to(i), no_bias, 1, RZ, 0, RZ, rows, d, c, y);
*/
#endif
