/* Two arrays of doubles that do not overlap, as one fact: \separated unfolds into four cases, and a layer needs dozens
   of them. What is apart from all that is written between two times is the same at both. */
#ifndef ATTEST_LOGIC_APART_H
#define ATTEST_LOGIC_APART_H
#include "ref/logic/kept.h"
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
    // What is written: whatever overlaps neither a[0 .. l-1] nor b[0 .. m-1] is at L what it is at K.
    axiomatic WrittenArrays {
      predicate OnlyTwo{K,L}(double *a, integer l, double *b, integer m) reads \at(a[..],K), \at(a[..],L);
      axiom OnlyTwo_def{K,L}: \forall double *a, *b, integer l, m; OnlyTwo{K,L}(a,l,b,m) <==>
        \forall double *p, integer n; Apart(a,l,p,n) ==> Apart(b,m,p,n) ==> Kept{K,L}(p,n);
    }
    predicate OnlyOne{K,L}(double *a, integer l) = OnlyTwo{K,L}(a,l,a,l);
    lemma only_first{K,L}: \forall double *a, *b, integer l, m; OnlyOne{K,L}(a,l) ==> OnlyTwo{K,L}(a,l,b,m);
    lemma only_both{K,L,M}: \forall double *a, *b, integer l, m; OnlyTwo{K,L}(a,l,b,m) ==> OnlyTwo{L,M}(a,l,b,m) ==>
      OnlyTwo{K,M}(a,l,b,m);
    lemma only_wider{K,L}: \forall double *a, *b, integer l, m, n; OnlyTwo{K,L}(a,l,b,m) ==> m <= n ==>
      OnlyTwo{K,L}(a,l,b,n);
    lemma only_parts{K,L}: \forall double *a, *b, *c, *d, integer l, m, n, k; OnlyTwo{K,L}(c,n,d,k) ==>
      PartOf(c,n,b,m) ==> PartOf(d,k,b,m) ==> OnlyTwo{K,L}(a,l,b,m);
*/
#endif
