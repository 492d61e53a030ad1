/* The facts assumed of D (ref/logic/exp.h, softmax_laws.h, theorems.h) and of Tanh (theorems.h), under the same names,
   derived from textbook facts of exp with D(x,m) = exp(x - m) and tanh(x) = (exp(2x) - 1) / (exp(2x) + 1). */
/*@ axiomatic Exponential {
      logic real E(real x);
      axiom E_positive: \forall real x; E(x) > 0;
      axiom E_zero: E(0.0) == 1;
      axiom E_sum: \forall real x, y; E(x + y) == E(x) * E(y);
      axiom E_increasing: \forall real x, y; x < y ==> E(x) < E(y);
    }
    logic real D(real x, real m) = E(x - m);
    lemma D_pos: \forall real x, m; D(x,m) > 0;
    lemma D_refl: \forall real x; D(x,x) == 1;
    lemma D_lt1: \forall real x, m; x < m ==> D(x,m) < 1;
    lemma D_le1: \forall real x, m; x <= m ==> D(x,m) <= 1;
    lemma D_tele: \forall real x, y, z; D(x,y) * D(y,z) == D(x,z);
    lemma D_shift: \forall real x, x2, m, m2; x2 - m2 == x - m ==> D(x2,m2) == D(x,m);
    axiomatic HyperbolicTangent {
      predicate Ratio(real t, real e);                        // t is (e - 1) / (e + 1)
      axiom Ratio_def: \forall real t, e; Ratio(t,e) <==> t * (e + 1) == e - 1;
      logic real Tanh(real x);
      axiom Tanh_def: \forall real x; Ratio(Tanh(x), E(2*x));
    }
    lemma ratio_bounds: \forall real t, e; e > 0 ==> Ratio(t,e) ==> -1 < t < 1;
    lemma ratio_monotone_equations: \forall real t, u, e, f; e > 0 ==> e <= f ==> t * (e + 1) == e - 1 ==>
      u * (f + 1) == f - 1 ==> t <= u;
    lemma ratio_monotone: \forall real t, u, e, f; e > 0 ==> e <= f ==> Ratio(t,e) ==> Ratio(u,f) ==> t <= u;
    lemma Tanh_bounds: \forall real x; Ratio(Tanh(x), E(2*x)) && -1 < Tanh(x) < 1;
    lemma Tanh_monotone: \forall real x, y; x <= y ==>
      E(2*x) <= E(2*y) && Ratio(Tanh(x), E(2*x)) && Ratio(Tanh(y), E(2*y)) && Tanh(x) <= Tanh(y);
*/
//@ check lemma contradiction: \false; // must not be provable
