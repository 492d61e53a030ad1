/* The answer of a query of a problem depends on the entries of its row of q, mask and bias and of its keys and values.
   */
#ifndef ATTEST_LOGIC_PROBLEM_EXT_H
#define ATTEST_LOGIC_PROBLEM_EXT_H
#include "ref/logic/attention_ext.h"
#include "ref/logic/problem.h"
/*@ lemma shown_same: \forall integer kv_len, causal, windowed, left, right, pos, n, rvec m, m2, b, b2; Same(m,m2,n) ==>
      Same(b,b2,n) ==>
      SameKeys(shown(kv_len,causal,windowed,left,right,pos,m,b), shown(kv_len,causal,windowed,left,right,pos,m2,b2), n);
    lemma shown_output_ext: \forall integer kv_len, causal, windowed, left, right, pos, rvec q, q2, m, m2, b, b2,
      rmat K, K2, V, V2,
      real scale, cap, sink, y, integer has, n, d, dv, c;
      Same(q,q2,d) ==> MatSame(K,K2,n,d) ==> MatSame(V,V2,n,dv) ==> Same(m,m2,n) ==> Same(b,b2,n) ==> 0 <= c < dv ==>
      Attention(q,K,V,shown(kv_len,causal,windowed,left,right,pos,m,b),b,scale,cap,has,sink,n,d,c,y) ==>
      SameKeys(shown(kv_len,causal,windowed,left,right,pos,m,b), shown(kv_len,causal,windowed,left,right,pos,m2,b2),
        n) &&
      Attention(q2,K2,V2,shown(kv_len,causal,windowed,left,right,pos,m2,b2),b2,scale,cap,has,sink,n,d,c,y);
    lemma shown_weights_ext: \forall integer kv_len, causal, windowed, left, right, pos, rvec q, q2, m, m2, b, b2, w,
      w2, rmat K, K2,
      real scale, cap, sink, integer has, n, d;
      Same(q,q2,d) ==> MatSame(K,K2,n,d) ==> Same(m,m2,n) ==> Same(b,b2,n) ==> Same(w,w2,n) ==>
      AttentionWeights(q,K,shown(kv_len,causal,windowed,left,right,pos,m,b),b,scale,cap,has,sink,n,d,w) ==>
      SameKeys(shown(kv_len,causal,windowed,left,right,pos,m,b), shown(kv_len,causal,windowed,left,right,pos,m2,b2),
        n) &&
      AttentionWeights(q2,K2,shown(kv_len,causal,windowed,left,right,pos,m2,b2),b2,scale,cap,has,sink,n,d,w2);
    lemma weights_row: \forall rvec q, vis, b, w, w2, rmat K, real scale, cap, sink, integer has, n, d; Same(w,w2,n) ==>
      AttentionWeights(q,K,vis,b,scale,cap,has,sink,n,d,w) ==> AttentionWeights(q,K,vis,b,scale,cap,has,sink,n,d,w2);
    lemma shown_lse_ext: \forall integer kv_len, causal, windowed, left, right, pos, rvec q, q2, m, m2, b, b2, rmat K,
      K2,
      real scale, cap, sink, y, integer has, n, d;
      Same(q,q2,d) ==> MatSame(K,K2,n,d) ==> Same(m,m2,n) ==> Same(b,b2,n) ==>
      AttentionLse(q,K,shown(kv_len,causal,windowed,left,right,pos,m,b),b,scale,cap,has,sink,n,d,y) ==>
      SameKeys(shown(kv_len,causal,windowed,left,right,pos,m,b), shown(kv_len,causal,windowed,left,right,pos,m2,b2),
        n) &&
      AttentionLse(q2,K2,shown(kv_len,causal,windowed,left,right,pos,m2,b2),b2,scale,cap,has,sink,n,d,y);
*/
#endif
