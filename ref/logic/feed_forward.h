/* The feed-forward part of a block, and its residual sum, as maps of matrices. */
#ifndef ATTEST_LOGIC_FEED_FORWARD_H
#define ATTEST_LOGIC_FEED_FORWARD_H
#include "ref/logic/project.h"
/*@ axiomatic FeedForward {
      logic rmat rectified(rmat A);                                     // max(0, A)
      axiom rectified_at: \forall rmat A, integer i, c; 0 <= i < rows_of(A) ==> 0 <= c < columns_of(A) ==>
        el(rectified(A), i, c) == (el(A,i,c) < 0 ? RZ : el(A,i,c));
      axiom rectified_size: \forall rmat A; rows_of(rectified(A)) == rows_of(A) &&
        columns_of(rectified(A)) == columns_of(A);
      logic rmat added(rmat A, rmat B);                                 // A + B
      axiom added_at: \forall rmat A, B, integer i, c; 0 <= i < rows_of(A) ==> 0 <= c < columns_of(A) ==>
        el(added(A,B), i, c) == el(A,i,c) + el(B,i,c);
      axiom added_size: \forall rmat A, B; rows_of(added(A,B)) == rows_of(A) &&
        columns_of(added(A,B)) == columns_of(A);
    }
    // max(0, X W1^T + b1) W2^T + b2
    logic rmat fed(rmat X, rmat W1, rvec b1, rmat W2, rvec b2) = projected(rectified(projected(X,W1,b1)), W2, b2);
    // what is read for it and written: y, and h on the way there
    predicate FeedRoom{L}(double *x, double *w1, double *b1, double *w2, double *b2, double *h, double *y, integer rows,
      integer d, integer hidden) =
      \valid_read(x + (0 .. times(rows,d)-1)) && ReadWeights(w1,hidden,d,b1) && ReadWeights(w2,d,hidden,b2) &&
      \valid(h + (0 .. times(rows,hidden)-1)) && \valid(y + (0 .. times(rows,d)-1)) &&
      Apart(h,times(rows,hidden),x,times(rows,d)) && Apart(h,times(rows,hidden),y,times(rows,d)) &&
      ApartWeights(h,times(rows,hidden),w1,hidden,d,b1) && ApartWeights(h,times(rows,hidden),w2,d,hidden,b2) &&
      ApartWeights(y,times(rows,d),w2,d,hidden,b2);
*/
#endif
