/* The scalar product. */
#ifndef ATTEST_REF_DOT_H
#define ATTEST_REF_DOT_H

#include "ref/matrix.h"

/* a . b over n entries: sum of a_j b_j, added up in the order of j. */
/*@ requires size: 0 <= n <= MaxSize;
    requires reach: Reach(n,a.step) && Reach(n,b.step);
    requires valid: ReadVec(a,n) && ReadVec(b,n);
    assigns \nothing;
    ensures value: \result == sum(pv(vec(a),vec(b)),n); */
double ref_dot(ref_vector a, ref_vector b, int64_t n);

#endif
