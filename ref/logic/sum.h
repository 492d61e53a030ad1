/* Finite sums over abstract real vectors. No memory here: every induction over the entries of a vector is in this file.
   */
#ifndef ATTEST_LOGIC_SUM_H
#define ATTEST_LOGIC_SUM_H
/*@ axiomatic Vector { type rvec; logic real at(rvec v, integer j); }
    logic real sum(rvec v, integer n) = n <= 0 ? 0.0 : sum(v, n-1) + at(v, n-1);
    lemma sum_step: \forall rvec v, integer n; 0 < n ==> sum(v,n) == sum(v,n-1) + at(v,n-1);
    // a common factor
    predicate Dist(real S, real S1, real x, real c) = S*c == S1*c + x*c;
    lemma dist: \forall real S, S1, x, c; S == S1 + x ==> Dist(S,S1,x,c);
    lemma sum_dist: \forall rvec v, real c, integer n; 0 < n ==> Dist(sum(v,n), sum(v,n-1), at(v,n-1), c);
    logic real ssum(rvec v, real c, integer n) = n <= 0 ? 0.0 : ssum(v, c, n-1) + at(v, n-1) * c;
    lemma ssum_step: \forall rvec v, real c, integer n; 0 < n ==> Dist(sum(v,n), sum(v,n-1), at(v,n-1), c) ==>
      ssum(v,c,n-1) == sum(v,n-1) * c ==> ssum(v,c,n) == sum(v,n) * c;
    lemma ssum_def: \forall rvec v, real c, integer n; ssum(v,c,n) == sum(v,n) * c;
    lemma sum_ssum: \forall rvec u, v, real c, integer N;
      (\forall integer j; 0 <= j < N ==> at(u,j) == at(v,j) * c) ==> \forall integer n; n <= N ==>
        sum(u,n) == ssum(v,c,n);
    predicate Scaled(rvec u, rvec v, real c, integer n) = \forall integer j; 0 <= j < n ==> at(u,j) == at(v,j) * c;
    lemma sum_scale: \forall rvec u, v, real c, integer n; Scaled(u,v,c,n) ==> sum(u,n) == ssum(v,c,n) &&
      ssum(v,c,n) == sum(v,n) * c;
    // equal, ordered, non-negative entries
    lemma sum_ext_ind: \forall rvec u, v, integer N; (\forall integer j; 0 <= j < N ==> at(u,j) == at(v,j)) ==>
      \forall integer n; n <= N ==> sum(u,n) == sum(v,n);
    lemma sum_ext: \forall rvec u, v, integer n; (\forall integer j; 0 <= j < n ==> at(u,j) == at(v,j)) ==>
      sum(u,n) == sum(v,n);
    lemma sum_le_ind: \forall rvec u, v, integer N; (\forall integer j; 0 <= j < N ==> at(u,j) <= at(v,j)) ==>
      \forall integer n; n <= N ==> sum(u,n) <= sum(v,n);
    lemma sum_le: \forall rvec u, v, integer n; (\forall integer j; 0 <= j < n ==> at(u,j) <= at(v,j)) ==>
      sum(u,n) <= sum(v,n);
    predicate Nonneg(rvec v, integer n) = \forall integer j; 0 <= j < n ==> at(v,j) >= 0;
    lemma sum_nonneg_ind: \forall rvec v, integer N; Nonneg(v,N) ==> \forall integer n; n <= N ==> sum(v,n) >= 0;
    lemma sum_ge_ind: \forall rvec v, integer N, i; 0 <= i ==> Nonneg(v,N) ==> \forall integer n; i < n <= N ==>
      sum(v,n) >= at(v,i);
    lemma sum_nonneg: \forall rvec v, integer n; Nonneg(v,n) ==> sum(v,n) >= 0;
    lemma sum_ge: \forall rvec v, integer i, n; 0 <= i < n ==> Nonneg(v,n) ==> sum(v,n) >= at(v,i);
*/
#endif
