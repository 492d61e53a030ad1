/* a . b = sum_j a_j b_j */
#include "ref/dot.h"

double ref_dot(const double *a, const double *b, int64_t n) {
  double s = 0;
  /*@ loop invariant range: 0 <= j <= n;
      loop invariant value: s == sum(pv(vec(a,n),vec(b,n)),j);
      loop assigns j, s; loop variant n - j; */
  for (int64_t j = 0; j < n; j++) {
    const double term = a[j] * b[j];
    //@ assert term: term == at(pv(vec(a,n),vec(b,n)),j);
    s = s + term;
  }
  return s;
}
