/* Doubles that are written in two arrays only: whatever is apart from both keeps its entries. */
#ifndef ATTEST_LOGIC_BESIDE_H
#define ATTEST_LOGIC_BESIDE_H
#include "ref/logic/apart.h"
/*@ axiomatic WrittenArrays {
      // between L and M no double changes that is apart from p[0 .. m-1] and from q[0 .. n-1]
      predicate KeptBeside{L,M}(double *p, integer m, double *q, integer n) reads \at(p[..],L), \at(p[..],M);
      axiom KeptBeside_def{L,M}: \forall double *p, *q, integer m, n; KeptBeside{L,M}(p,m,q,n) <==>
        \forall double *r, integer k, t; Apart(p,m,r,k) ==> Apart(q,n,r,k) ==> 0 <= t < k ==>
          \at(r[t],L) == \at(r[t],M);
    }
    lemma beside_none{L}: \forall double *p, *q, integer m, n; KeptBeside{L,L}(p,m,q,n);
    lemma beside_turn{L,M}: \forall double *p, *q, integer m, n; KeptBeside{L,M}(p,m,q,n) ==> KeptBeside{M,L}(p,m,q,n);
    lemma beside_both{L,M,N}: \forall double *p, *q, integer m, n; KeptBeside{L,M}(p,m,q,n) ==>
      KeptBeside{M,N}(p,m,q,n) ==>
      KeptBeside{L,N}(p,m,q,n);
    lemma beside_wider{L,M}: \forall double *p, *q, integer m, n, k; KeptBeside{L,M}(p,m,q,n) ==> n <= k ==>
      KeptBeside{L,M}(p,m,q,k);
    lemma beside_first{L,M}: \forall double *p, *q, integer m, n; KeptBeside{L,M}(p,m,p,m) ==> KeptBeside{L,M}(p,m,q,n);
    lemma beside_parts{L,M}: \forall double *p, *q, *r, *s, integer k, l, m, n; KeptBeside{L,M}(r,k,s,l) ==>
      PartOf(r,k,q,n) ==>
      PartOf(s,l,q,n) ==> KeptBeside{L,M}(p,m,q,n);
    lemma beside_rows{L,M}: \forall double *p, *q, *r, integer m, n, a, d; KeptBeside{L,M}(p,m,q,n) ==>
      Apart(p,m,r,times(a,d)) ==> Apart(q,n,r,times(a,d)) ==> MatSame(fmat{L}(r,d), fmat{M}(r,d), a, d);
    lemma beside_array{L,M}: \forall double *p, *q, *r, integer m, n, a; KeptBeside{L,M}(p,m,q,n) ==>
      Apart(p,m,r,a) ==> Apart(q,n,r,a) ==> Same(fvec{L}(r), fvec{M}(r), a);
    lemma beside_vector{L,M}: \forall double *p, *q, *r, integer m, n, a; KeptBeside{L,M}(p,m,q,n) ==>
      (r != \null ==> Apart(p,m,r,a)) ==> (r != \null ==> Apart(q,n,r,a)) ==>
        Same(fvec_or_zero{L}(r), fvec_or_zero{M}(r), a);
    lemma beside_one{L,M}: \forall double *p, *q, *r, integer m, n; KeptBeside{L,M}(p,m,q,n) ==>
      Apart(p,m,r,1) ==> Apart(q,n,r,1) ==> \at(*r,L) == \at(*r,M);
*/
#endif
