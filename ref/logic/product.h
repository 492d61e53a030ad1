/* Products and quotients as opaque predicates: provers cannot use a*b as a trigger, and they can use Prop(c,a,b).
   RZ is zero under a name: WP 25 in Typed+real turns a stored literal 0.0 into a Why3 type error. */
#ifndef ATTEST_LOGIC_PRODUCT_H
#define ATTEST_LOGIC_PRODUCT_H
/*@ axiomatic Products {
      predicate Prop(real a, real b, real c);               // a is b*c
      axiom Prop_def: \forall real a, b, c; Prop(a,b,c) <==> a == b*c;
      predicate Frac(real w, real S, real a);               // w is a/S
      axiom Frac_def: \forall real w, S, a; Frac(w,S,a) <==> w*S == a;
    }
    axiomatic Zero { logic real RZ; axiom RZ_0: RZ <= 0 && RZ >= 0; }
    lemma prop_frac: \forall real w, S, a; Frac(w,S,a) ==> Prop(a,w,S);
    lemma frac_prop: \forall real w, S, a; Prop(a,w,S) ==> Frac(w,S,a);
    lemma prop_fun: \forall real a, a2, b, c; Prop(a,b,c) ==> Prop(a2,b,c) ==> a == a2;
    lemma frac_fun: \forall real r, r2, S, T; S > 0 ==> Frac(r,S,T) ==> Frac(r2,S,T) ==> r == r2;
*/
#endif
