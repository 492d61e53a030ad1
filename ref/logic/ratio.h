/* Ratios under a common factor. Equations and predicates side by side: the predicates trigger, the equations are what
   non-linear arithmetic needs. */
#ifndef ATTEST_LOGIC_RATIO_H
#define ATTEST_LOGIC_RATIO_H
#include "ref/logic/multiplication.h"
/*@ axiomatic CrossProducts {
      predicate Cross(real a, real b, real c, real d);        // a*b is c*d
      axiom Cross_def: \forall real a, b, c, d; Cross(a,b,c,d) <==> a*b == c*d;
    }
    lemma cross_equations: \forall real S, S2, a, a2, d; S == S2*d ==> a == a2*d ==> Prop(S,S2,d) ==> Prop(a,a2,d) ==>
      Cross(S,a2,S2,a);
    lemma frac_cross_equations: \forall real w, S, S2, a, a2; S > 0 ==> w*S == a ==> S*a2 == S2*a ==>
      Cross(S,a2,S2,a) ==> Frac(w,S,a) ==>
      Frac(w,S2,a2);
    lemma cross: \forall real S, S2, a, a2, d; Prop(S,S2,d) ==> Prop(a,a2,d) ==> Cross(S,a2,S2,a);
    lemma frac_cross: \forall real w, S, S2, a, a2; S > 0 ==> Cross(S,a2,S2,a) ==> Frac(w,S,a) ==> Frac(w,S2,a2);
    // a quotient does not change when numerator and denominator lose the factor d
    lemma frac_cancel: \forall real w, S, S2, a, a2, d; S > 0 ==> Prop(S,S2,d) ==> Prop(a,a2,d) ==> Frac(w,S,a) ==>
      Frac(w,S2,a2);
    lemma prop_zero: \forall real a, b, c; Prop(a,b,c) ==> (b == 0 || c == 0) ==> a == 0;
    lemma prop_add: \forall real a, b, c, a2, b2, u, w; u == a + a2 ==> w == b + b2 ==> Prop(a,b,c) ==>
      Prop(a2,b2,c) ==> Prop(u,w,c);
    lemma prop_at_most_one: \forall real a, S, l; l > 0 ==> a <= l ==> Prop(a,S,l) ==> S <= 1 && (a == l ==> S == 1);
    lemma frac_unit: \forall real w, S, a; S > 0 ==> 0 <= a <= S ==> Frac(w,S,a) ==> 0 <= w <= 1;
    lemma frac_zero: \forall real w, S, a; S > 0 ==> a == 0 ==> Frac(w,S,a) ==> w == 0;
    lemma frac_quotient: \forall real w, S, a; S > 0 ==> Frac(w,S,a) ==> w == a / S;
    lemma prop_swap: \forall real a, b, c, v, x, y; Prop(a,b,c) ==> Prop(x,a,v) ==> Prop(y,b,v) ==>
      a == mul(b,c) && y == mul(b,v) && x == mul(a,v) && x == mul(y,c) && Prop(x,y,c);
*/
#endif
