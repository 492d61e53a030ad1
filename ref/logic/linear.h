/* x W^T + b of one row x, as a map of vectors. */
#ifndef ATTEST_LOGIC_LINEAR_H
#define ATTEST_LOGIC_LINEAR_H
#include "ref/logic/matrix.h"
/*@ axiomatic LinearMap {
      logic rvec lin(rvec x, rmat W, rvec b, integer in);               // o -> x . row o of W + b_o
      axiom lin_at: \forall rvec x, b, rmat W, integer in, o;
        at(lin(x,W,b,in), o) == sum(pv(x, row(W,o)), in) + at(b,o);
    }
*/
#endif
