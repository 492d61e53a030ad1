/* X W^T + b as a matrix, and what is read and written for it. */
#ifndef ATTEST_LOGIC_PROJECT_H
#define ATTEST_LOGIC_PROJECT_H
#include "ref/logic/apart.h"
#include "ref/logic/linear.h"
/*@ axiomatic Projections {
      logic rmat projected(rmat X, rmat W, rvec b);                     // X W^T + b
      axiom projected_at: \forall rmat X, W, rvec b, integer i, o; 0 <= i < rows_of(X) ==> 0 <= o < rows_of(W) ==>
        el(projected(X,W,b), i, o) == at(lin(row(X,i),W,b,columns_of(X)), o);
      axiom projected_size: \forall rmat X, W, rvec b; rows_of(projected(X,W,b)) == rows_of(X) &&
        columns_of(projected(X,W,b)) == rows_of(W);
    }
    // w is out x in, b out entries or NULL
    predicate ReadWeights{L}(double *w, integer out, integer in, double *b) = \valid_read(w + (0 .. times(out,in)-1)) &&
      (b != \null ==> \valid_read(b + (0 .. out-1)));
    predicate ApartWeights(double *p, integer m, double *w, integer out, integer in, double *b) =
      Apart(p,m,w,times(out,in)) && (b != \null ==> Apart(p,m,b,out));
    predicate KeptWeights{K,L}(double *w, integer out, integer in, double *b) =
      Kept{K,L}(w,times(out,in)) && (b != \null ==> Kept{K,L}(b,out));
*/
#endif
