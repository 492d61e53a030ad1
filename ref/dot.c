/* a . b = sum_j a_j b_j */
#include "ref/dot.h"

double ref_dot(ref_vector a, ref_vector b, int64_t n) {
  double s = ref_zero();
  /*@ loop invariant range: 0 <= j <= n;
      loop invariant value: s == sum(pv(vec(a),vec(b)),j);
      loop assigns j, s;
      loop variant n - j; */
  for (int64_t j = 0; j < n; j++) {
    const double p = ref_product(ref_entry(a, j), ref_entry(b, j));
    //@ assert term: p == at(pv(vec(a),vec(b)),j);
    s = ref_sum(s, p);
  }
  return s;
}
