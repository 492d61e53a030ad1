/* x W^T + b of one row x, as a map of vectors. */
#ifndef ATTEST_LOGIC_LINEAR_H
#define ATTEST_LOGIC_LINEAR_H
#include "ref/logic/matrix.h"
/*@ axiomatic LinearMap {
      logic rvec lin(rvec x, rmat W, rvec b, integer in);               // o -> x . row o of W + b_o
      axiom lin_at: \forall rvec x, b, rmat W, integer in, o;
        at(lin(x,W,b,in), o) == sum(pv(x, row(W,o)), in) + at(b,o);
    }
    lemma lin_entry: \forall rvec x, x2, b, b2, rmat W, W2, integer in, out, o;
      Same(x,x2,in) ==> MatSame(W,W2,out,in) ==> Same(b,b2,out) ==> 0 <= o < out ==>
      Same(row(W,o), row(W2,o), in) && sum(pv(x,row(W,o)),in) == sum(pv(x2,row(W2,o)),in) &&
      at(lin(x,W,b,in),o) == at(lin(x2,W2,b2,in),o);
    // a row of the result depends on that row of x, on W and on b only
    lemma lin_ext: \forall rvec x, x2, b, b2, rmat W, W2, integer in, out; Same(x,x2,in) ==> MatSame(W,W2,out,in) ==>
      Same(b,b2,out) ==>
      Same(lin(x,W,b,in), lin(x2,W2,b2,in), out);
*/
#endif
