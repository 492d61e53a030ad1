/* X W^T + b as a matrix, and what is read and written for it. */
#ifndef ATTEST_LOGIC_PROJECT_H
#define ATTEST_LOGIC_PROJECT_H
#include "ref/logic/apart.h"
#include "ref/logic/linear.h"
/*@ axiomatic Projections {
      logic rmat projected(rmat X, rmat W, rvec b, integer in);         // X W^T + b
      axiom projected_at: \forall rmat X, W, rvec b, integer in, i, o;
        el(projected(X,W,b,in), i, o) == at(lin(row(X,i),W,b,in), o);
    }
    // w is out x in, b out entries or NULL
    predicate ReadWeights{L}(double *w, integer out, integer in, double *b) = \valid_read(w + (0 .. times(out,in)-1)) &&
      (b != \null ==> \valid_read(b + (0 .. out-1)));
    predicate ApartWeights(double *p, integer m, double *w, integer out, integer in, double *b) =
      Apart(p,m,w,times(out,in)) && (b != \null ==> Apart(p,m,b,out));
    lemma projected_row: \forall rmat X, W, Y, rvec b, integer rows, in, out, i;
      MatSame(Y,projected(X,W,b,in),rows,out) ==> 0 <= i < rows ==> Same(row(Y,i), lin(row(X,i),W,b,in), out);
    lemma projected_ext: \forall rmat X, X2, W, W2, rvec b, b2, integer rows, in, out; MatSame(X,X2,rows,in) ==>
      MatSame(W,W2,out,in) ==>
      Same(b,b2,out) ==> MatSame(projected(X,W,b,in), projected(X2,W2,b2,in), rows, out);
*/
#endif
