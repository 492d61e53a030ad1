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
    // the output, for keys that are seen alike
    lemma output_is_value: \forall rvec q, vis, vis2, b, rmat K, V, real scale, cap, sink, y, integer has, n, d, c;
      SameKeys(vis,vis2,n) ==> Attention(q,K,V,vis,b,scale,cap,has,sink,n,d,c,y) ==>
      Attention(q,K,V,vis2,b,scale,cap,has,sink,n,d,c,y) && y == att(q,K,V,vis2,b,scale,cap,has,sink,n,d,c);
*/
#endif
