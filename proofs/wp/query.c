/* the output of attention as a number: every lemma */
#include "ref/logic/attention_laws.h"
/*@ lemma mean_intro: \forall rvec s, vis, v, integer n, has, real sink, r; SomeKey(vis,n) ==>
      denom(s,vis,n,has,sink,RZ) > 0 ==>
      Frac(r, denom(s,vis,n,has,sink,RZ), sum(pv(expv(s,vis,RZ),v),n)) ==> Mean(s,vis,v,n,has,sink,r);
*/
#include "ref/logic/attention_value.h"
/*@ lemma weighted_mean_frac: \forall rvec s, vis, v, integer n, has, real sink; SomeKey(vis,n) ==>
      denom(s,vis,n,has,sink,RZ) > 0 && Frac(weighted_mean(s,vis,v,n,has,sink), denom(s,vis,n,has,sink,RZ),
        sum(pv(expv(s,vis,RZ),v),n));
    lemma mean_value: \forall rvec s, vis, v, integer n, has, real sink;
      Mean(s,vis,v,n,has,sink, weighted_mean(s,vis,v,n,has,sink));
    lemma mean_is_value: \forall rvec s, vis, v, integer n, has, real sink, r; Mean(s,vis,v,n,has,sink,r) ==>
      (NoKey(vis,n) || SomeKey(vis,n)) && r == weighted_mean(s,vis,v,n,has,sink);
    lemma keys_vis: \forall rvec vis, vis2, integer n; SameKeys(vis,vis2,n) ==> SameVis(vis,vis2,n);
*/
#include "ref/logic/attention_value_laws.h"
//@ check lemma contradiction: \false; // must not be provable
