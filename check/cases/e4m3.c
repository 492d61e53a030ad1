/* Numbers from 2^e on, below 2^(e+1), lie 2^(e-3) apart; e is at least -6. */
#include "check/cases/e4m3.h"

#include <math.h>

double e4m3_rounded(double x) {
  enum { SMALLEST_EXPONENT = -6, MANTISSA_BITS = 3 };
  int exponent;
  if (isnan(x)) return x;
  if (fabs(x) > E4M3_LARGEST) return copysign(E4M3_LARGEST, x);
  (void)frexp(x, &exponent); // x is below 2^exponent
  const int e = exponent - 1 > SMALLEST_EXPONENT ? exponent - 1 : SMALLEST_EXPONENT;
  return ldexp(rint(ldexp(x, MANTISSA_BITS - e)), e - MANTISSA_BITS);
}
