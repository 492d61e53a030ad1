/* The output of attention as a number: it is an output, the only one, and it depends on entries only. */
#ifndef ATTEST_LOGIC_ATTENTION_VALUE_LAWS_H
#define ATTEST_LOGIC_ATTENTION_VALUE_LAWS_H
#include "ref/logic/attention_value.h"
/*@ lemma attention_value: \forall rvec q, rmat K, V, rvec vis, b, real scale, cap, integer has, real sink, integer n,
      d, c;
      Attention(q,K,V,vis,b,scale,cap,has,sink,n,d,c, att(q,K,V,vis,b,scale,cap,has,sink,n,d,c));
    lemma attention_is_value: \forall rvec q, rmat K, V, rvec vis, b, real scale, cap, integer has, real sink,
      integer n, d, c, real r;
      Attention(q,K,V,vis,b,scale,cap,has,sink,n,d,c,r) ==> r == att(q,K,V,vis,b,scale,cap,has,sink,n,d,c);
    lemma value_ext: \forall rvec q, q2, vis, vis2, b, b2, rmat K, K2, V, V2, real scale, cap, sink, integer has, n, d,
      dv, c;
      Same(q,q2,d) ==> MatSame(K,K2,n,d) ==> MatSame(V,V2,n,dv) ==> SameKeys(vis,vis2,n) ==> Same(b,b2,n) ==>
        0 <= c < dv ==>
      Attention(q2,K2,V2,vis2,b2,scale,cap,has,sink,n,d,c, att(q,K,V,vis,b,scale,cap,has,sink,n,d,c)) &&
      att(q,K,V,vis,b,scale,cap,has,sink,n,d,c) == att(q2,K2,V2,vis2,b2,scale,cap,has,sink,n,d,c);
    // the output, from a query that is entry by entry the same
    lemma output_is_value: \forall rvec q, q2, vis, vis2, b, b2, rmat K, K2, V, V2, real scale, cap, sink, y,
      integer has, n, d, dv, c;
      Same(q,q2,d) ==> MatSame(K,K2,n,d) ==> MatSame(V,V2,n,dv) ==> SameKeys(vis,vis2,n) ==> Same(b,b2,n) ==>
        0 <= c < dv ==>
      Attention(q,K,V,vis,b,scale,cap,has,sink,n,d,c,y) ==> y == att(q,K,V,vis,b,scale,cap,has,sink,n,d,c) &&
      y == att(q2,K2,V2,vis2,b2,scale,cap,has,sink,n,d,c);
*/
#endif
