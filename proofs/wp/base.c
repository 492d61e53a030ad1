/* The functions of the headers, the functions whose contracts are assumed, and what a query can tell about memory. */
#include "ref/element.h"
#include "ref/workspace.h"

#include "ref/logic/theorems.h"

/*@ assigns d[0 .. n-1], f[0 .. n-1], u[0 .. n-1], c[0 .. n-1], l[0 .. n-1]; */
void write_anything(double *d, float *f, uint16_t *u, unsigned char *c, int64_t *l, int64_t n);

/* NON-INTERFERENCE: whatever is written, if what the query sees stays, its output stays. */
/*@ ensures same: AgreeOnSeen{Pre,Post}(p,b,h,i) ==> \forall integer e, real y, y2; 0 <= e < p.v.size[3] ==>
      Output{Pre}(p,b,h,i,e,y) ==> Output{Post}(p,b,h,i,e,y2) ==> y == y2; */
void noninterference(attest_problem p, int64_t b, int64_t h, int64_t i, double *d, float *f, uint16_t *u,
                     unsigned char *c, int64_t *l, int64_t n) {
  write_anything(d, f, u, c, l, n);
}

/* Every assumed contract, called: none may imply false. */
//@ assigns \nothing;
void assumed(double x, double m, uint16_t bits) {
  ref_exp_difference(x, m);
  if (x > 0) ref_log_add(m, x);
  ref_tanh(x);
  if (x >= 0) ref_sqrt(x);
  ref_minus_infinity();
  ref_is_minus_infinity(x);
  ref_is_finite(x);
  ref_f16_value(bits);
  ref_bf16_value(bits);
}
