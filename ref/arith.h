/* Every floating-point operation of ref/ is one of these one-line functions, so that what an operation means is said in
   one place: exactly, in the reading proved here; rounded, in another reading of the same source. */
#ifndef ATTEST_REF_ARITH_H
#define ATTEST_REF_ARITH_H

#include "ref/logic/product.h"

/*@ assigns \nothing; ensures value: \result == RZ; */
static inline double ref_zero(void) { return 0.0; }

/*@ assigns \nothing; ensures value: \result == 1; */
static inline double ref_one(void) { return 1.0; }

/*@ assigns \nothing; ensures value: \result == a + b; */
static inline double ref_sum(double a, double b) { return a + b; }

/*@ assigns \nothing; ensures value: \result == a - b; */
static inline double ref_difference(double a, double b) { return a - b; }

/*@ assigns \nothing; ensures value: Prop(\result,a,b); */
static inline double ref_product(double a, double b) { return a * b; }

/*@ requires divisor: b > 0; assigns \nothing; ensures value: Frac(\result,b,a); */
static inline double ref_quotient(double a, double b) { return a / b; }

#endif
