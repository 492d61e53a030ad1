/* Causal self-attention of the rows of one matrix. */
#ifndef ATTEST_LOGIC_SIMPLIFIED_H
#define ATTEST_LOGIC_SIMPLIFIED_H
#include "ref/logic/attention.h"
#include "ref/logic/place.h"
#include "ref/logic/view.h"
/*@ // y is column c of the attention of row i over rows 0 .. i of X as keys and values, scale 1,
    // without softcap and sink
    predicate Simplified(rmat X, integer rows, integer d, integer i, integer c, real y) =
      Attention(row(X,i), X, X, keys_seen(1,i), all(RZ), 1, RZ, 0, RZ, rows, d, c, y);
*/
#endif
