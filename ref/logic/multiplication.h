/* A product as a function, so that a chain of products is a chain of congruences. */
#ifndef ATTEST_LOGIC_MULTIPLICATION_H
#define ATTEST_LOGIC_MULTIPLICATION_H
#include "ref/logic/product.h"
/*@ axiomatic Multiplication { logic real mul(real a, real b); axiom mul_def: \forall real a, b; mul(a,b) == a*b; }
    lemma mul_comm: \forall real a, b; mul(a,b) == mul(b,a);
    lemma mul_assoc: \forall real a, b, c; mul(mul(a,b),c) == mul(a,mul(b,c));
    lemma mul_swap: \forall real b, c; mul(c,mul(b,c)) == mul(b,mul(c,c));
    lemma mul_square: \forall real b, c; mul(mul(b,c),mul(b,c)) == mul(mul(b,b),mul(c,c));
    lemma prop_mul: \forall real a, b, c; Prop(a,b,c) ==> a == mul(b,c);
    lemma mul_prop: \forall real b, c; Prop(mul(b,c), b, c);
    lemma square_prop: \forall real a, b, c, a2, b2, c2; Prop(a,b,c) ==> Prop(a2,a,a) ==> Prop(b2,b,b) ==>
      Prop(c2,c,c) ==>
      a == mul(b,c) && a2 == mul(a,a) && b2 == mul(b,b) && c2 == mul(c,c) && Prop(a2,b2,c2);
    lemma mul_rotate: \forall real u, v, w; mul(mul(u,v),w) == mul(mul(w,v),u);
    lemma prop_commute: \forall real a, b, u, v, w, x; Prop(a,b,w) ==> Prop(b,u,v) ==> Prop(x,w,v) ==>
      a == mul(b,w) && b == mul(u,v) && x == mul(w,v) && a == mul(x,u) && Prop(a,x,u);
*/
#endif
