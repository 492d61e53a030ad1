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

/* sign, 5 bits of exponent e, 10 bits of fraction f: f * 2^-24 if e = 0, else (1 + f/1024) * 2^(e-15), which in
   binary64 has the exponent e + 1008; infinity and NaN where all bits of e are set */
double ref_f16_value(uint16_t bits) {
  const uint64_t sign = bits >> 15, exponent = (bits >> 10) & 31, fraction = bits & 1023;
  if (exponent == 0) return (sign ? -1 : 1) * ((double)fraction * 0x1p-24);
  const uint64_t wide = sign << 63 | (exponent == 31 ? 2047 : exponent + 1008) << 52 | fraction << 42;
  double value;
  memcpy(&value, &wide, sizeof value);
  return value;
}

double ref_bf16_value(uint16_t bits) {
  const uint32_t wide = (uint32_t)bits << 16;
  float value;
  memcpy(&value, &wide, sizeof value);
  return value;
}
