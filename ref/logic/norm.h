/* Layer normalisation of one row, x_0 .. x_n-1, n > 0. Every quotient is a Frac: Frac(q,d,a) is q*d == a. */
#ifndef ATTEST_LOGIC_NORM_H
#define ATTEST_LOGIC_NORM_H
#include "ref/logic/exp.h"
#include "ref/logic/matrix.h"
/*@ axiomatic Normalisation {
      logic real mean(rvec x, integer n);
      axiom mean_def: \forall rvec x, integer n; 0 < n ==> Frac(mean(x,n), n, sum(x,n));
      logic rvec centred(rvec x, real m);                               // j -> x_j - m
      axiom centred_at: \forall rvec x, real m, integer j; at(centred(x,m), j) == at(x,j) - m;
      logic real variance(rvec x, integer n);                           // biased: divided by n
      axiom variance_def: \forall rvec x, integer n; 0 < n ==>
        Frac(variance(x,n), n, sum(pv(centred(x,mean(x,n)), centred(x,mean(x,n))), n));
      // root(v + e) under one name: no arithmetic inside a term
      logic real root_sum(real v, real e);
      axiom root_sum_def: \forall real v, e; root_sum(v,e) == root(v + e);
      logic real deviation(rvec x, integer n, real e);
      axiom deviation_def: \forall rvec x, integer n, real e; deviation(x,n,e) == root_sum(variance(x,n), e);
      logic rvec nrm(rvec x, integer n, real e);                        // j -> (x_j - mean) / root(variance + e)
      axiom nrm_at: \forall rvec x, integer n, j, real e; deviation(x,n,e) > 0 ==>
        Frac(at(nrm(x,n,e), j), deviation(x,n,e), at(centred(x,mean(x,n)), j));
      logic rvec ln(rvec x, rvec g, rvec o, integer n, real e);         // with the affine map: nrm_j g_j + o_j
      axiom ln_at: \forall rvec x, g, o, integer n, j, real e;
        at(ln(x,g,o,n,e), j) == at(pv(nrm(x,n,e), g), j) + at(o,j);
      predicate NonConst(rvec x, integer n);
      axiom NonConst_def: \forall rvec x, integer n; NonConst(x,n) <==>
        \exists integer i, j; 0 <= i < n && 0 <= j < n && at(x,i) != at(x,j);
      // the row can be normalised: the divisor is not zero
      predicate Fit(rvec x, integer n, real e);
      axiom Fit_def: \forall rvec x, integer n, real e; Fit(x,n,e) <==> e > 0 || (e >= 0 && NonConst(x,n));
    }
    // mean 0, and at epsilon 0 variance 1
    predicate Standardised(rvec y, integer n, real e) = sum(y,n) == 0 && (e == 0 ==> sum(pv(y,y),n) == n);
    lemma fit_positive: \forall rvec x, integer n, real e; e > 0 ==> Fit(x,n,e);
    // what is divided by is positive
    lemma root_pos: \forall real x; x > 0 ==> root(x) > 0;
    lemma frac_sign: \forall real w, S, a; S > 0 ==> Frac(w,S,a) ==> (a > 0 ==> w > 0) && (a >= 0 ==> w >= 0) &&
      (a == 0 ==> w == 0);
    lemma square_nonneg: \forall rvec u, integer j; at(pv(u,u), j) >= 0 && (at(u,j) != 0 ==> at(pv(u,u), j) > 0);
    lemma square_nonneg_all: \forall rvec u, integer n; Nonneg(pv(u,u), n);
    lemma square_sum: \forall rvec u, integer n; sum(pv(u,u), n) >= 0;
    lemma square_sum_pos: \forall rvec u, integer n, j; 0 <= j < n ==> at(u,j) != 0 ==> at(pv(u,u),j) > 0 &&
      sum(pv(u,u), n) > 0;
    lemma variance_nonneg: \forall rvec x, integer n; 0 < n ==> variance(x,n) >= 0;
    lemma centred_differ: \forall rvec x, real m, integer i, j; at(x,i) != at(x,j) ==> at(centred(x,m),i) != 0 ||
      at(centred(x,m),j) != 0;
    lemma nonconst_sum: \forall rvec x, real m, integer n; NonConst(x,n) ==> sum(pv(centred(x,m), centred(x,m)), n) > 0;
    lemma variance_pos: \forall rvec x, integer n; NonConst(x,n) ==> variance(x,n) > 0;
    lemma fit_deviation: \forall rvec x, integer n, real e; 0 < n ==> Fit(x,n,e) ==> variance(x,n) + e > 0 &&
      deviation(x,n,e) > 0;
    // a gain of ones and an offset of zeros change nothing
    lemma ln_plain_entry: \forall rvec x, g, o, integer n, j, real e; at(g,j) == 1 ==> at(o,j) == RZ ==>
      Prop(at(pv(nrm(x,n,e),g), j), at(nrm(x,n,e), j), 1) && at(ln(x,g,o,n,e), j) == at(nrm(x,n,e), j);
    lemma ln_plain: \forall rvec x, g, o, integer n, real e;
      (\forall integer j; 0 <= j < n ==> at(g,j) == 1 && at(o,j) == RZ) ==>
      Same(nrm(x,n,e), ln(x,g,o,n,e), n);
    axiomatic NormalisedRows {
      logic rmat normalised(rmat X, rvec g, rvec o, real e);            // the layer norm of every row
      axiom normalised_at: \forall rmat X, rvec g, o, integer i, c, real e; 0 <= i < rows_of(X) ==>
        0 <= c < columns_of(X) ==> el(normalised(X,g,o,e), i, c) == at(ln(row(X,i),g,o,columns_of(X),e), c);
      axiom normalised_size: \forall rmat X, rvec g, o, real e; rows_of(normalised(X,g,o,e)) == rows_of(X) &&
        columns_of(normalised(X,g,o,e)) == columns_of(X);
    }
*/
#endif
