/* The parts of a block, from matrices that are the same. (proofs/wp/transformer.c proves it; code needs no more than
   this.) */
#ifndef ATTEST_LOGIC_BLOCK_EXT_H
#define ATTEST_LOGIC_BLOCK_EXT_H
#include "ref/logic/block.h"
/*@ lemma normalised_entry: \forall rmat X, X2, rvec g, g2, o, o2, integer rows, d, i, c, real e; 0 < d ==> e > 0 ==>
      MatSame(X,X2,rows,d) ==>
      Same(g,g2,d) ==> Same(o,o2,d) ==> 0 <= i < rows ==> 0 <= c < d ==> Fit(row(X,i),d,e) &&
        Same(row(X,i), row(X2,i), d) &&
      Same(ln(row(X,i),g,o,d,e), ln(row(X2,i),g2,o2,d,e), d) &&
        el(normalised(X,g,o,d,e),i,c) == el(normalised(X2,g2,o2,d,e),i,c);
    lemma normalised_ext: \forall rmat X, X2, rvec g, g2, o, o2, integer rows, d, real e; 0 < d ==> e > 0 ==>
      MatSame(X,X2,rows,d) ==>
      Same(g,g2,d) ==> Same(o,o2,d) ==> MatSame(normalised(X,g,o,d,e), normalised(X2,g2,o2,d,e), rows, d);
    lemma added_entry: \forall rmat A, A2, B, B2, integer rows, d, i, c; MatSame(A,A2,rows,d) ==>
      MatSame(B,B2,rows,d) ==>
      0 <= i < rows ==> 0 <= c < d ==> el(A,i,c) == el(A2,i,c) && el(B,i,c) == el(B2,i,c) &&
      at(vadd(row(A,i),row(B,i)),c) == at(vadd(row(A2,i),row(B2,i)),c) && el(added(A,B),i,c) == el(added(A2,B2),i,c);
    lemma added_ext: \forall rmat A, A2, B, B2, integer rows, d; MatSame(A,A2,rows,d) ==> MatSame(B,B2,rows,d) ==>
      MatSame(added(A,B), added(A2,B2), rows, d);
    lemma fed_entry: \forall rmat X, X2, W1, V1, W2, V2, rvec b1, c1, b2, c2, integer rows, d, hidden, i, c;
      MatSame(X,X2,rows,d) ==>
      MatSame(W1,V1,hidden,d) ==> Same(b1,c1,hidden) ==> MatSame(W2,V2,d,hidden) ==> Same(b2,c2,d) ==> 0 <= i < rows ==>
      0 <= c < d ==> Same(row(X,i), row(X2,i), d) &&
        Same(ffn(row(X,i),W1,b1,W2,b2,d,hidden), ffn(row(X2,i),V1,c1,V2,c2,d,hidden), d) &&
      el(fed(X,W1,b1,W2,b2,d,hidden),i,c) == el(fed(X2,V1,c1,V2,c2,d,hidden),i,c);
    lemma fed_ext: \forall rmat X, X2, W1, V1, W2, V2, rvec b1, c1, b2, c2, integer rows, d, hidden;
      MatSame(X,X2,rows,d) ==>
      MatSame(W1,V1,hidden,d) ==> Same(b1,c1,hidden) ==> MatSame(W2,V2,d,hidden) ==> Same(b2,c2,d) ==>
      MatSame(fed(X,W1,b1,W2,b2,d,hidden), fed(X2,V1,c1,V2,c2,d,hidden), rows, d);
*/
#endif
