/* An array of doubles at two times. */
#ifndef ATTEST_LOGIC_KEPT_H
#define ATTEST_LOGIC_KEPT_H
#include "ref/logic/view.h"
/*@ axiomatic KeptArrays {
      // p[0 .. n-1] is at L what it is at K
      predicate Kept{K,L}(double *p, integer n) reads \at(p[..],K), \at(p[..],L);
      axiom Kept_def{K,L}: \forall double *p, integer n; Kept{K,L}(p,n) <==>
        \forall integer t; 0 <= t < n ==> \at(p[t],L) == \at(p[t],K);
    }
    // what is kept looks the same
    lemma kept_entry{K,L}: \forall double *p, integer n, t; Kept{K,L}(p,n) ==> 0 <= t < n ==>
      \at(p[t],L) == \at(p[t],K);
    lemma kept_vec{K,L}: \forall double *p, integer n; Kept{K,L}(p,n) ==> 0 <= n ==> vec{L}(p,n) == vec{K}(p,n);
    lemma kept_vec_or_zero{K,L}: \forall double *p, integer n; (p != \null ==> Kept{K,L}(p,n)) ==> 0 <= n ==>
      vec_or_zero{L}(p,n) == vec_or_zero{K}(p,n);
    lemma kept_vec_or_one{K,L}: \forall double *p, integer n; (p != \null ==> Kept{K,L}(p,n)) ==> 0 <= n ==>
      vec_or_one{L}(p,n) == vec_or_one{K}(p,n);
    lemma kept_mat{K,L}: \forall double *p, integer n, d; Kept{K,L}(p,times(n,d)) ==> 0 <= n ==> 0 <= d ==>
      mat{L}(p,n,d) == mat{K}(p,n,d);
    lemma kept_row{K,L}: \forall double *p, integer r, s, n, d; Kept{K,L}(p,times(r,d)) ==> 0 <= s < r <= n ==>
      0 <= d ==> row(mat{L}(p,n,d),s) == row(mat{K}(p,n,d),s);
*/
#endif
