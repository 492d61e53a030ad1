/* Beside a key of score s, one of score c has the weight 1 / (1 + exp(s - c)): about exp(c - s) where s is far above c,
   which is 0 once it is below the smallest number of the format; 1/2 where they are equal, and 1 where s is far below
   c. It is the difference that counts, not how large -c is. */
#include "reports/sentinel.h"

#include <math.h>

#include "check/judge/reference.h"
#include "check/judge/variant.h"
#include "reports/one_head.h"

double sentinel_leak(bool binary32, double score, double sentinel) {
  const double keys[2] = {score, 0}, bias[2] = {0, sentinel}, values[2] = {0, 1}, one = 1;
  float q = 1, k[2] = {(float)score, 0}, added[2] = {0, (float)sentinel}, v[2] = {0, 1};
  double out = NAN;
  attest_problem p = one_head_problem(&one, keys, values, 1, 2, 1, 1);
  p.scale = 1;
  p.bias = one_head_tensor(bias, 1, 1, 1, 2);
  if (!binary32) return reference_compute(&p, &out, NULL, NULL) == ATTEST_OK ? out : NAN;
  p.q.data = &q;
  p.k.data = k;
  p.v.data = v;
  p.bias.data = added;
  p.q.dtype = p.k.dtype = p.v.dtype = p.bias.dtype = ATTEST_F32;
  return variant_compute(VARIANT_SELECTED, &p, &out, NULL, NULL) == ATTEST_OK ? out : NAN;
}

double sentinel_highest(bool binary32, double sentinel) {
  double leaks = 2 * sentinel, tight = 1000; /* exp(-1000) is 0 in either format */
  const double lowest = sentinel_leak(binary32, leaks, sentinel);
  if (isnan(lowest)) return NAN;
  if (lowest == 0) return -HUGE_VAL;
  while (tight - leaks > 1e-7 * fabs(sentinel)) {
    const double middle = (leaks + tight) / 2, weight = sentinel_leak(binary32, middle, sentinel);
    if (isnan(weight)) return NAN;
    if (weight > 0) leaks = middle;
    else tight = middle;
  }
  return leaks;
}
