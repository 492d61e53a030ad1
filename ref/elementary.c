#include "ref/elementary.h"

#include <math.h>
#include <string.h>

double ref_exp_difference(double x, double m) { return exp(x - m); }

double ref_log_add(double m, double l) { return m + log(l); }

double ref_tanh(double x) { return tanh(x); }

double ref_sqrt(double x) { return sqrt(x); }

double ref_minus_infinity(void) { return -INFINITY; }

int ref_is_minus_infinity(double x) { return x == -INFINITY; }

int ref_is_finite(double x) { return isfinite(x); }

/* sign, 5 bits of exponent e, 10 bits of fraction f: (1 + f/1024) * 2^(e-15), or f * 2^-24 if e = 0 */
double ref_f16_value(uint16_t bits) {
  const int exponent = (bits >> 10) & 31;
  const int fraction = bits & 1023;
  double magnitude;
  if (exponent == 31) magnitude = fraction != 0 ? (double)NAN : (double)INFINITY;
  else if (exponent == 0) magnitude = ldexp(fraction, -24);
  else magnitude = ldexp(1024 + fraction, exponent - 25);
  return bits & 0x8000u ? -magnitude : magnitude;
}

double ref_bf16_value(uint16_t bits) {
  const uint32_t wide = (uint32_t)bits << 16;
  float value;
  memcpy(&value, &wide, sizeof value);
  return value;
}
