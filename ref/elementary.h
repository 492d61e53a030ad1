/* What is trusted: the elementary functions, minus infinity and the 16-bit formats. Their contracts are assumed by the
   proofs, not proved: each names a function of ref/logic, and only the facts written there are known of it. The
   contract of ref_log_add says one thing more: the exponential reaches every positive number. */
#ifndef ATTEST_REF_ELEMENTARY_H
#define ATTEST_REF_ELEMENTARY_H

#include <stdint.h>

#include "ref/logic/exp.h"

/* exp(x - m); 0 for x = -infinity and finite m. */
/*@ assigns \nothing; ensures value: \result == D(x,m); */
double ref_exp_difference(double x, double m);

/* m + log(l), for l > 0. */
/*@ requires positive: l > 0; assigns \nothing; ensures value: D(\result,m) == l; */
double ref_log_add(double m, double l);

/* tanh(x). */
/*@ assigns \nothing; ensures value: \result == Tanh(x); */
double ref_tanh(double x);

/* The square root of x >= 0. */
/*@ requires nonnegative: x >= 0; assigns \nothing; ensures value: \result == root(x); */
double ref_sqrt(double x);

/*@ assigns \nothing; ensures value: Minf(\result); */
double ref_minus_infinity(void);

/* Not 0 if x is -infinity. */
/*@ assigns \nothing; ensures value: \result != 0 <==> Minf(x); */
int ref_is_minus_infinity(double x);

/* Not 0 if x is neither infinite nor NaN. */
/*@ assigns \nothing; ensures value: \result != 0 <==> Finite(x); */
int ref_is_finite(double x);

/* The value of an IEEE 754 binary16 pattern [IEEE2019, section 3.4]; every one is a binary64 number. */
/*@ assigns \nothing; ensures value: \result == F16(bits); */
double ref_f16_value(uint16_t bits);

/* The value of a bfloat16 pattern: the binary32 number of which it is the upper half. */
/*@ assigns \nothing; ensures value: \result == Bf16(bits); */
double ref_bf16_value(uint16_t bits);

#endif
