/* The output of attention as a number. ref/logic/attention.h says which numbers are outputs; there is exactly one. */
#ifndef ATTEST_LOGIC_ATTENTION_VALUE_H
#define ATTEST_LOGIC_ATTENTION_VALUE_H
#include "ref/logic/attention.h"
#include "ref/logic/same_keys.h"
/*@ axiomatic WeightedMeanValue {
      logic real weighted_mean(rvec s, rvec vis, rvec v, integer n, integer has, real sink);
      axiom weighted_mean_def: \forall rvec s, vis, v, integer n, has, real sink;
        (NoKey(vis,n) ==> weighted_mean(s,vis,v,n,has,sink) == RZ) &&
        (SomeKey(vis,n) ==> Frac(weighted_mean(s,vis,v,n,has,sink), denom(s,vis,n,has,sink,RZ),
          sum(pv(expv(s,vis,RZ),v),n)));
    }
    axiomatic AttentionValue {
      // column c of the output
      logic real att(rvec q, rmat K, rmat V, rvec vis, rvec b, real scale, real cap, integer has, real sink, integer n,
        integer d, integer c);
      axiom att_def: \forall rvec q, rmat K, V, rvec vis, b, real scale, cap, integer has, real sink, integer n, d, c;
        att(q,K,V,vis,b,scale,cap,has,sink,n,d,c) == weighted_mean(scores(q,K,b,scale,cap,d),vis,col(V,c),n,has,sink);
    }
*/
#endif
