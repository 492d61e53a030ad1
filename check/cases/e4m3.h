/* FP8 E4M3 [Micikevicius2022]: 4 bits of exponent, 3 of mantissa, no infinity. It is no type of a tensor here. */
#ifndef ATTEST_CHECK_E4M3_H
#define ATTEST_CHECK_E4M3_H

#define E4M3_LARGEST 448.0
#define E4M3_UNIT_ROUNDOFF 0x1p-4
#define E4M3_SMALLEST 0x1p-9 /* the smallest positive number, subnormal */

/* x rounded to nearest, ties to even; beyond the range, the largest number of its sign. */
double e4m3_rounded(double x);

#endif
