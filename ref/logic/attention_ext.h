/* The answer of a query depends on the entries of what it is computed from, and on nothing else. */
#ifndef ATTEST_LOGIC_ATTENTION_EXT_H
#define ATTEST_LOGIC_ATTENTION_EXT_H
#include "ref/logic/attention.h"
#include "ref/logic/same_keys.h"
/*@ lemma matsame_col: \forall rmat A, B, integer n, d, c; MatSame(A,B,n,d) ==> 0 <= c < d ==>
      Same(col(A,c), col(B,c), n);
    lemma same_dots: \forall rvec q, q2, rmat K, K2, real scale, integer n, d, j; Same(q,q2,d) ==> MatSame(K,K2,n,d) ==>
      0 <= j < n ==>
      Same(row(K,j), row(K2,j), d) && sum(pv(q,row(K,j)),d) == sum(pv(q2,row(K2,j)),d) &&
      at(dots(q,K,scale,d),j) == at(dots(q2,K2,scale,d),j);
    lemma same_scores: \forall rvec q, q2, b, b2, rmat K, K2, real scale, cap, integer n, d;
      Same(q,q2,d) ==> MatSame(K,K2,n,d) ==> Same(b,b2,n) ==>
        Same(scores(q,K,b,scale,cap,d), scores(q2,K2,b2,scale,cap,d), n);
    lemma query_output_ext: \forall rvec q, q2, vis, vis2, b, b2, rmat K, K2, V, V2, real scale, cap, sink, y,
      integer has, n, d, dv, c;
      Same(q,q2,d) ==> MatSame(K,K2,n,d) ==> MatSame(V,V2,n,dv) ==> SameKeys(vis,vis2,n) ==> Same(b,b2,n) ==>
        0 <= c < dv ==>
      Attention(q,K,V,vis,b,scale,cap,has,sink,n,d,c,y) ==>
      Same(scores(q,K,b,scale,cap,d), scores(q2,K2,b2,scale,cap,d), n) &&
        Attention(q2,K2,V2,vis2,b2,scale,cap,has,sink,n,d,c,y);
    lemma query_weights_ext: \forall rvec q, q2, vis, vis2, b, b2, w, w2, rmat K, K2, real scale, cap, sink,
      integer has, n, d;
      Same(q,q2,d) ==> MatSame(K,K2,n,d) ==> SameKeys(vis,vis2,n) ==> Same(b,b2,n) ==> Same(w,w2,n) ==>
      AttentionWeights(q,K,vis,b,scale,cap,has,sink,n,d,w) ==>
      Same(scores(q,K,b,scale,cap,d), scores(q2,K2,b2,scale,cap,d), n) &&
        AttentionWeights(q2,K2,vis2,b2,scale,cap,has,sink,n,d,w2);
    lemma query_lse_ext: \forall rvec q, q2, vis, vis2, b, b2, rmat K, K2, real scale, cap, sink, y, integer has, n, d;
      Same(q,q2,d) ==> MatSame(K,K2,n,d) ==> SameKeys(vis,vis2,n) ==> Same(b,b2,n) ==>
      AttentionLse(q,K,vis,b,scale,cap,has,sink,n,d,y) ==>
      Same(scores(q,K,b,scale,cap,d), scores(q2,K2,b2,scale,cap,d), n) &&
        AttentionLse(q2,K2,vis2,b2,scale,cap,has,sink,n,d,y);
*/
#endif
