/* The scalar product. */
#ifndef ATTEST_REF_DOT_H
#define ATTEST_REF_DOT_H

#include "ref/index.h"
#include "ref/logic/view.h"

/* a . b over n entries: sum of a_j b_j, added up in the order of j. */
/*@ requires size: 0 <= n <= MaxSize;
    requires valid: \valid_read(a + (0 .. n-1)) && \valid_read(b + (0 .. n-1));
    assigns \nothing;
    ensures value: \result == sum(pv(vec(a,n),vec(b,n)),n); */
double ref_dot(const double *a, const double *b, int64_t n);

#endif
