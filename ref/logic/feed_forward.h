/* The feed-forward part of a block, as maps of one row. */
#ifndef ATTEST_LOGIC_FEED_FORWARD_H
#define ATTEST_LOGIC_FEED_FORWARD_H
#include "ref/logic/project.h"
/*@ axiomatic FeedForward {
      logic rvec vadd(rvec a, rvec b);                                  // j -> a_j + b_j
      axiom vadd_at: \forall rvec a, b, integer j; at(vadd(a,b), j) == at(a,j) + at(b,j);
      logic rvec vrelu(rvec a);                                         // j -> max(0, a_j)
      axiom vrelu_at: \forall rvec a, integer j; at(vrelu(a), j) == (at(a,j) < 0 ? RZ : at(a,j));
      logic rvec ffn(rvec x, rmat W1, rvec b1, rmat W2, rvec b2, integer d, integer hidden);
      axiom ffn_def: \forall rvec x, b1, b2, rmat W1, W2, integer d, hidden;
        ffn(x,W1,b1,W2,b2,d,hidden) == lin(vrelu(lin(x,W1,b1,d)), W2, b2, hidden);
    }
    lemma relu_facts: \forall rvec a, integer j; at(vrelu(a),j) >= 0 && at(vrelu(a),j) >= at(a,j);
    lemma vadd_ext: \forall rvec a, a2, b, b2, integer n; Same(a,a2,n) ==> Same(b,b2,n) ==>
      Same(vadd(a,b), vadd(a2,b2), n);
    lemma vrelu_ext: \forall rvec a, a2, integer n; Same(a,a2,n) ==> Same(vrelu(a), vrelu(a2), n);
    // a row of the result depends on that row of x, on the weights and on the biases only
    lemma ffn_ext: \forall rvec x, x2, b1, b2, c1, c2, rmat W1, W2, V1, V2, integer d, hidden, out; Same(x,x2,d) ==>
      MatSame(W1,V1,hidden,d) ==> Same(b1,c1,hidden) ==> MatSame(W2,V2,out,hidden) ==> Same(b2,c2,out) ==>
      Same(lin(x,W1,b1,d), lin(x2,V1,c1,d), hidden) && Same(vrelu(lin(x,W1,b1,d)), vrelu(lin(x2,V1,c1,d)), hidden) &&
      Same(lin(vrelu(lin(x,W1,b1,d)),W2,b2,hidden), lin(vrelu(lin(x2,V1,c1,d)),V2,c2,hidden), out) &&
      Same(ffn(x,W1,b1,W2,b2,d,hidden), ffn(x2,V1,c1,V2,c2,d,hidden), out);
    // rows of matrices computed in turn: H = X W1^T + b1, G = max(0, H), Y = G W2^T + b2
    lemma ffn_rows: \forall rmat X, H, G, Y, W1, W2, rvec b1, b2, integer rows, d, hidden, out, i; 0 <= i < rows ==>
      MatSame(H,projected(X,W1,b1,d),rows,hidden) ==> Same(row(G,i), vrelu(row(H,i)), hidden) ==>
        MatSame(Y,projected(G,W2,b2,hidden),rows,out) ==>
      Same(row(H,i), lin(row(X,i),W1,b1,d), hidden) && Same(vrelu(row(H,i)), vrelu(lin(row(X,i),W1,b1,d)), hidden) &&
      Same(row(G,i), vrelu(lin(row(X,i),W1,b1,d)), hidden) && Same(row(Y,i), lin(row(G,i),W2,b2,hidden), out) &&
      Same(lin(row(G,i),W2,b2,hidden), lin(vrelu(lin(row(X,i),W1,b1,d)),W2,b2,hidden), out) &&
      Same(row(Y,i), ffn(row(X,i),W1,b1,W2,b2,d,hidden), out);
    axiomatic RowsFedForward {
      // the feed-forward of every row
      logic rmat fed(rmat X, rmat W1, rvec b1, rmat W2, rvec b2, integer d, integer hidden);
      axiom fed_at: \forall rmat X, W1, W2, rvec b1, b2, integer d, hidden, i, c;
        el(fed(X,W1,b1,W2,b2,d,hidden), i, c) == at(ffn(row(X,i),W1,b1,W2,b2,d,hidden), c);
      logic rmat added(rmat A, rmat B);                                 // A + B
      axiom added_at: \forall rmat A, B, integer i, c; el(added(A,B), i, c) == at(vadd(row(A,i),row(B,i)), c);
    }
    lemma fed_rows: \forall rmat X, Y, W1, W2, rvec b1, b2, integer rows, d, hidden;
      (\forall integer i; 0 <= i < rows ==> Same(row(Y,i), ffn(row(X,i),W1,b1,W2,b2,d,hidden), d)) ==>
      MatSame(Y, fed(X,W1,b1,W2,b2,d,hidden), rows, d);
*/
#endif
