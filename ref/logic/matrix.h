/* Abstract vectors and matrices, and their equality on the first entries. No memory here. */
#ifndef ATTEST_LOGIC_MATRIX_H
#define ATTEST_LOGIC_MATRIX_H
#include "ref/logic/product.h"
#include "ref/logic/sum.h"
/*@ axiomatic Vectors {
      logic rvec pv(rvec u, rvec v);                        // j -> u_j v_j
      axiom pv_at: \forall rvec u, v, integer j; Prop(at(pv(u,v), j), at(u,j), at(v,j));
      predicate Same(rvec a, rvec b, integer n);            // the first n entries agree
      axiom Same_def: \forall rvec a, b, integer n; Same(a,b,n) <==> \forall integer j; 0 <= j < n ==>
        at(a,j) == at(b,j);
      // a vector of a size is its entries, and nothing else
      logic integer size_of(rvec a);
      axiom vector_is_entries: \forall rvec a, b, integer n; 0 <= n == size_of(a) == size_of(b) ==> Same(a,b,n) ==>
        a == b;
    }
    lemma same_refl: \forall rvec a, integer n; Same(a,a,n);
    lemma same_sym: \forall rvec a, b, integer n; Same(a,b,n) ==> Same(b,a,n);
    lemma same_trans: \forall rvec a, b, c, integer n; Same(a,b,n) ==> Same(b,c,n) ==> Same(a,c,n);
    lemma same_sum: \forall rvec a, b, integer n; Same(a,b,n) ==> sum(a,n) == sum(b,n);
    lemma pv_ext: \forall rvec a, a2, b, b2, integer n; Same(a,a2,n) ==> Same(b,b2,n) ==> Same(pv(a,b), pv(a2,b2), n);
    lemma dot_ext: \forall rvec a, a2, b, b2, integer n; Same(a,a2,n) ==> Same(b,b2,n) ==>
      sum(pv(a,b),n) == sum(pv(a2,b2),n);
    lemma sum_prop: \forall rvec u, v, real c, integer n;
      (\forall integer j; 0 <= j < n ==> Prop(at(u,j), at(v,j), c)) ==>
      Scaled(u,v,c,n) && Prop(sum(u,n), sum(v,n), c);
    axiomatic Matrices {
      type rmat;
      logic real el(rmat A, integer i, integer j);
      logic rvec row(rmat A, integer i);
      axiom row_at: \forall rmat A, integer i, j; at(row(A,i), j) == el(A,i,j);
      logic rvec col(rmat A, integer j);
      axiom col_at: \forall rmat A, integer i, j; at(col(A,j), i) == el(A,i,j);
      predicate MatSame(rmat A, rmat B, integer n, integer d);
      axiom MatSame_def: \forall rmat A, B, integer n, d; MatSame(A,B,n,d) <==>
        \forall integer i, c; 0 <= i < n ==> 0 <= c < d ==> el(A,i,c) == el(B,i,c);
      // a matrix of so many rows and columns is its entries, and nothing else
      logic integer rows_of(rmat A);
      logic integer columns_of(rmat A);
      axiom matrix_is_entries: \forall rmat A, B, integer n, d; 0 <= n == rows_of(A) == rows_of(B) ==>
        0 <= d == columns_of(A) == columns_of(B) ==> MatSame(A,B,n,d) ==> A == B;
      axiom row_size: \forall rmat A, integer i; size_of(row(A,i)) == columns_of(A);
    }
    lemma matsame_refl: \forall rmat A, integer n, d; MatSame(A,A,n,d);
    lemma matsame_trans: \forall rmat A, B, C, integer n, d; MatSame(A,B,n,d) ==> MatSame(B,C,n,d) ==> MatSame(A,C,n,d);
    lemma matsame_row: \forall rmat A, B, integer n, d, i; MatSame(A,B,n,d) ==> 0 <= i < n ==>
      Same(row(A,i), row(B,i), d);
*/
#endif
