/* Two arrays of doubles that do not overlap, as one fact: \separated unfolds into four cases, and a layer needs dozens
   of them. What is apart from all that a call writes keeps its views. */
#ifndef ATTEST_LOGIC_APART_H
#define ATTEST_LOGIC_APART_H
#include "ref/logic/view.h"
/*@ axiomatic ApartArrays {
      predicate Apart(double *p, integer m, double *q, integer n);      // p[0 .. m-1] and q[0 .. n-1]
      axiom Apart_def: \forall double *p, *q, integer m, n; Apart(p,m,q,n) <==>
        \separated(p + (0 .. m-1), q + (0 .. n-1));
    }
    lemma apart_entry: \forall double *p, *q, integer m, n, t; Apart(p,m,q,n) ==> 0 <= t < n ==>
      \separated(p + (0 .. m-1), q + t);
    lemma apart_turn: \forall double *p, *q, integer m, n; Apart(p,m,q,n) ==> Apart(q,n,p,m);
    // r[0 .. l-1] is a part of p[0 .. m-1]: it is apart from whatever that is apart from
    axiomatic PartsOfArrays {
      predicate PartOf(double *r, integer l, double *p, integer m);
      axiom PartOf_def: \forall double *p, *r, integer l, m; PartOf(r,l,p,m) <==>
        \forall double *q, integer n; Apart(p,m,q,n) ==> Apart(r,l,q,n);
    }
    lemma part_apart: \forall double *p, *q, *r, integer l, m, n; PartOf(r,l,p,m) ==> Apart(p,m,q,n) ==>
      Apart(r,l,q,n) && Apart(q,n,r,l);
    // arrays that are apart from p[0 .. m-1] have the same entries at L and at M
    predicate KeptRows{L,M}(double *p, integer m) = \forall double *q, integer n, d; Apart(p,m,q,times(n,d)) ==>
      MatSame(fmat{M}(q,d), fmat{L}(q,d), n, d);
    predicate KeptVector{L,M}(double *p, integer m) = \forall double *q, integer n; (q != \null ==> Apart(p,m,q,n)) ==>
      Same(fvec_or_zero{M}(q), fvec_or_zero{L}(q), n);
    predicate KeptArray{L,M}(double *p, integer m) = \forall double *q, integer n; Apart(p,m,q,n) ==>
      Same(fvec{M}(q), fvec{L}(q), n);
*/
#endif
