/* What is known of the elementary functions. D(x,m) stands for exp(x - m): in binary form, with no arithmetic inside
   the symbol, telescoping is a rule that provers can apply without diverging; proofs/wp/exp.c derives these four facts
   from exp(x + y) = exp(x) exp(y), exp(0) = 1, exp > 0 and monotony. */
#ifndef ATTEST_LOGIC_EXP_H
#define ATTEST_LOGIC_EXP_H
#include "ref/logic/product.h"
/*@ axiomatic ExpDifference {
      logic real D(real x, real m);
      axiom D_pos: \forall real x, m; D(x,m) > 0;
      axiom D_refl: \forall real x; D(x,x) == 1;
      axiom D_tele: \forall real x, y, z; D(x,y) * D(y,z) == D(x,z);
      axiom D_le1: \forall real x, m; x <= m ==> D(x,m) <= 1;
    }
    axiomatic Tanh { logic real Tanh(real x); }             // nothing is known of it but in ref/logic/theorems.h
    axiomatic Root {
      logic real root(real x);
      axiom root_def: \forall real x; x >= 0 ==> root(x) >= 0 && Prop(x, root(x), root(x));
    }
    // a real cannot be -infinity: "is -infinity" is an opaque test, which zero does not pass
    axiomatic MinusInfinity { predicate Minf(real x); axiom Minf_0: !Minf(RZ); }
    // every real is finite: "is finite" is an opaque test of which nothing is known
    axiomatic FiniteNumbers { predicate Finite(real x); }
    // the values of 16-bit patterns; the C functions are tested on all of them
    axiomatic HalfFormats { logic real F16(integer bits); logic real Bf16(integer bits); }
*/
#endif
