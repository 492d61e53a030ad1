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

/* CAUSALITY: whatever is written, if nothing up to the query's place changes, the output of a causal query stays. */
/*@ ensures same: p.causal ==> AgreeUpTo{Pre,Post}(p,b,h,i,i + Offset{Pre}(p,b)) ==> \forall integer e, real y, y2;
      0 <= e < p.v.size[3] ==> Output{Pre}(p,b,h,i,e,y) ==> Output{Post}(p,b,h,i,e,y2) ==> y == y2; */
void causality(attest_problem p, int64_t b, int64_t h, int64_t i, double *d, float *f, uint16_t *u, unsigned char *c,
               int64_t *l, int64_t n) {
  write_anything(d, f, u, c, l, n);
  //@ assert causal: p.causal ==> Causal(Place{Pre}(p,b,i),\at(i,Pre) + Offset{Pre}(p,b));
}

/* RANGE and TOTAL: the weights of a query are between 0 and 1; they add up to 1 where it sees a key and has no sink,
   and never to more. */
/*@ assigns \nothing;
    ensures range: \forall rvec w, integer j; OutputWeights(p,b,h,i,w) ==> 0 <= j < p.k.size[2] ==> 0 <= at(w,j) <= 1;
    ensures total: \forall rvec w; OutputWeights(p,b,h,i,w) ==> sum(w,p.k.size[2]) <= 1;
    ensures total_one: \forall rvec w; OutputWeights(p,b,h,i,w) ==> p.sink == \null ==>
      SomeKey(visible(p,b,h,i),p.k.size[2]) ==> sum(w,p.k.size[2]) == 1; */
void weights_of(attest_problem p, int64_t b, int64_t h, int64_t i) {}

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
