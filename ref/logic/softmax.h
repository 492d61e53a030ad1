/* The softmax of the visible scores. No memory here.
   s: scores, vis: not 0 where a key is visible, n keys; has: not 0 if there is a sink, of score sink. */
#ifndef ATTEST_LOGIC_SOFTMAX_H
#define ATTEST_LOGIC_SOFTMAX_H
#include "ref/logic/exp.h"
#include "ref/logic/matrix.h"
#include "ref/logic/ratio.h"
/*@ predicate NoKey(rvec vis, integer n) = \forall integer j; 0 <= j < n ==> at(vis,j) == 0;
    predicate SomeKey(rvec vis, integer n) = \exists integer j; 0 <= j < n && at(vis,j) != 0;
    axiomatic Denominator {
      logic rvec expv(rvec s, rvec vis, real m);            // j -> exp(s_j - m) where visible, else 0
      axiom expv_at: \forall rvec s, vis, real m, integer j;
        at(expv(s,vis,m), j) == (at(vis,j) != 0 ? D(at(s,j),m) : RZ);
      logic real sinkexp(integer has, real sink, real m);   // the sink's term
      axiom sinkexp_def: \forall integer has, real sink, m; sinkexp(has,sink,m) == (has != 0 ? D(sink,m) : RZ);
      logic real denom(rvec s, rvec vis, integer n, integer has, real sink, real m);
      axiom denom_def: \forall rvec s, vis, integer n, has, real sink, m;
        denom(s,vis,n,has,sink,m) == sum(expv(s,vis,m),n) + sinkexp(has,sink,m);
    }
    // w is a distribution over the visible keys, or with a sink a part of one; without a visible key it is 0
    predicate RowStochastic(rvec vis, integer n, integer has, rvec w) = sum(w,n) <= 1 &&
      (SomeKey(vis,n) ==> has == 0 ==> sum(w,n) == 1) &&
      \forall integer j; 0 <= j < n ==> 0 <= at(w,j) <= 1 && (at(vis,j) == 0 ==> at(w,j) == RZ);
    axiomatic Softmax {
      // w_j is exp(s_j - m) over the denominator, whatever the shift m, and 0 where key j is hidden
      predicate Weights(rvec s, rvec vis, integer n, integer has, real sink, rvec w);
      axiom Weights_def: \forall rvec s, vis, integer n, has, real sink, rvec w; Weights(s,vis,n,has,sink,w) <==>
        \forall integer j; 0 <= j < n ==> (at(vis,j) == 0 ==> at(w,j) == RZ) &&
          (at(vis,j) != 0 ==> \forall real m; Frac(at(w,j), denom(s,vis,n,has,sink,m), at(expv(s,vis,m),j)));
      // exp(y - m) is the denominator, whatever the shift m; -infinity if the denominator has no term
      predicate Lse(rvec s, rvec vis, integer n, integer has, real sink, real y);
      axiom Lse_def: \forall rvec s, vis, integer n, has, real sink, y; Lse(s,vis,n,has,sink,y) <==>
        (NoKey(vis,n) && has == 0 ==> Minf(y)) &&
        (SomeKey(vis,n) || has != 0 ==> \forall real m; D(y,m) == denom(s,vis,n,has,sink,m));
    }
*/
#endif
