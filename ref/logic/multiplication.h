/* A product as a function, so that a chain of products is a chain of congruences. */
#ifndef ATTEST_LOGIC_MULTIPLICATION_H
#define ATTEST_LOGIC_MULTIPLICATION_H
#include "ref/logic/product.h"
/*@ axiomatic Multiplication { logic real mul(real a, real b); axiom mul_def: \forall real a, b; mul(a,b) == a*b; }
    lemma prop_mul: \forall real a, b, c; Prop(a,b,c) <==> a == mul(b,c);
    lemma mul_comm: \forall real a, b; mul(a,b) == mul(b,a);
    lemma mul_exchange: \forall real b, c, v; mul(b,c) == b*c && mul(b,v) == b*v && mul(mul(b,c),v) == mul(mul(b,v),c);
*/
#endif
